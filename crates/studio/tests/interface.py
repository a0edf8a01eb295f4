"""python3 interface.py ADDRESS: the interface of a running studio, held against its OpenAPI file.

The file is valid; every operation and every call is asked with its examples, and what comes back
fits the schema of the answer, which knows all fields. Calls are asked about levels of every game,
too. ADDRESS is the one that the studio prints, with the token behind `#token=`. The folder of the
studio has the files that the examples name. Needs `openapi-spec-validator`, which brings
`jsonschema`.
"""

import json
import sys
import urllib.error
import urllib.parse
import urllib.request

from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

address, _, fragment = sys.argv[1].partition("#")
token = urllib.parse.parse_qs(fragment)["token"][0]
METHODS = ("get", "put", "post", "delete")


def ask(method, path, body=None, with_token=True):
    """The status and the answer to a request."""
    request = urllib.request.Request(urllib.parse.urljoin(address, path), method=method.upper())
    if with_token:
        request.add_header("Authorization", f"Bearer {token}")
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        return refused.code, json.load(refused)


status, document = ask("get", "/openapi.json", with_token=False)
assert status == 200, status
validate(document)


def errors_of(value, schema):
    """Why the value does not fit the schema."""
    whole = {"components": document["components"], **schema}
    return sorted(Draft202012Validator(whole).iter_errors(value), key=lambda error: error.json_path)


def check(value, schema, what):
    """The value fits the schema, or the reason is said."""
    errors = errors_of(value, schema)
    if errors:
        lines = [f"{error.json_path}: {error.message[:300]}" for error in errors[:5]]
        lines += [f"  {inner.json_path}: {inner.message[:300]}" for error in errors[:2] for inner in error.context[:8]]
        sys.exit(f"{what} does not fit:\n" + "\n".join(lines))


def reference(path):
    return {"$ref": path}


def ask_call(name, request):
    """The answer to a call, which fits, and is no error."""
    calls = document["paths"]["/api/call"]["post"]["x-calls"]
    check(request, reference(calls[name]["request"]), f"the request of {name}")
    status, answer = ask("post", "/api/call", request)
    assert status == 200, (name, status, answer)
    assert "error" not in answer, (name, answer)
    schema = reference(calls[name]["answer"])
    check(answer, schema, f"the answer to {name}")
    # A schema that anything fits would say nothing.
    assert errors_of({**answer, "surprise": 1}, schema), f"{name}: any field fits"
    for field in answer.keys() - {"seconds", "n_futile", "n_undecided", "hopeless"}:
        rest = {key: value for key, value in answer.items() if key != field}
        assert errors_of(rest, schema), f"{name}: {field} may be missing"
    return answer


n_examples = 0


def example(method, path, operation, body, what):
    """Asks an operation, and holds the answer against what it says."""
    global n_examples
    n_examples += 1
    is_open = operation.get("security", document["security"]) == []
    status, answer = ask(method, path, body, with_token=not is_open)
    expected = operation["responses"]
    assert str(status) in expected, f"{what}: {status}, which the file does not know: {answer}"
    assert status < 400, f"{what}: {status} {answer}"
    check(answer, expected[str(status)]["content"]["application/json"]["schema"], f"the answer to {what}")
    if not is_open:
        status, refusal = ask(method, path, body, with_token=False)
        assert status == 403, f"{what} without the token: {status}"
        check(refusal, expected["403"]["content"]["application/json"]["schema"], f"{what}, refused")
    return answer


def filled(path, item, operation):
    """The path with the examples of its parameters."""
    query = {}
    for parameter in item.get("parameters", []) + operation.get("parameters", []):
        value = str(parameter["example"])
        check(parameter["example"], parameter["schema"], parameter["name"])
        if parameter["in"] == "path":
            path = path.replace("{" + parameter["name"] + "}", urllib.parse.quote(value))
        else:
            query[parameter["name"]] = value
    return path + ("?" + urllib.parse.urlencode(query) if query else "")


for path, item in document["paths"].items():
    for method in (method for method in METHODS if method in item):
        operation = item[method]
        place = filled(path, item, operation)
        if "requestBody" not in operation:
            example(method, place, operation, None, f"{method} {path}")
            continue
        content = operation["requestBody"]["content"]["application/json"]
        for name, given in content["examples"].items():
            body = given["value"]
            check(body, content["schema"], f"the example {name} of {method} {path}")
            answer = example(method, place, operation, body, f"{name} of {method} {path}")
            if "x-calls" not in operation:
                continue
            ask_call(name, body)
            # Where an answer is written down, it is the one that comes.
            told = operation["responses"]["200"]["content"]["application/json"]["examples"].get(name)
            answer.pop("seconds")
            assert told is None or told["value"] == answer, f"{name}: {answer}"
        calls = operation.get("x-calls", {})
        assert not calls or set(calls) == set(content["examples"]), "a call without an example"

# What fits the answers about one level fits those about every game's.
n_others = 0
for game in ask_call("games", {"call": "games"})["games"]:
    if game["example"] is None:
        continue
    level = {"text": game["example"]["text"], "game": game["id"], "limits": {"states": 2000}}
    for name in ("open", "scene", "lint", "verify", "explain", "lose", "play", "hint", "measure", "states", "alternatives"):
        ask_call(name, {"call": name, **level})
        n_others += 1
    if game["generator"] is not None:
        ask_call("generate", {"call": "generate", "game": game["id"], "slice": 1, "limits": {"states": 2000}})
        n_others += 1

# What is wrong is answered as the file says.
problem = reference("#/components/schemas/Problem")
for wrong in ({"call": "dance"}, {"call": "verify"}, {"call": "verify", "text": "AAG"}):
    status, answer = ask("post", "/api/call", wrong)
    assert "error" in answer, answer
    check(answer, problem, f"the answer to {wrong}")
print(f"{n_examples} examples and {n_others} other calls fit")
