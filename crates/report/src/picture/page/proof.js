// The proof. The module makes the statement, the verdict and the picture anew from the
// certificate; all that this page shows of them is compared with that. It comes before the
// player, which may fail over what was changed, and shares nothing with it.
{
const element = (id) => document.getElementById(id);
const say = (state, head, text) => {
  element("proof").className = state;
  element("proof-head").textContent = head;
  element("proof-text").textContent = text;
  document.querySelector("main").classList.toggle("refused", state === "bad");
};
const bytesOf = (id) => Uint8Array.from(atob(element(id).textContent), (letter) => letter.charCodeAt(0));
const unpacked = async (bytes) => {
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
};
const isSame = (a, b) => {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const names = Object.keys(a);
  return Array.isArray(a) === Array.isArray(b) && names.length === Object.keys(b).length
    && names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]));
};

// Runs in a thread of its own, from its text, so that the page can be used meanwhile.
const work = () => {
  self.onmessage = async ({ data: [module, request] }) => {
    try {
      const { instance } = await WebAssembly.instantiate(module, {});
      const { memory, alloc, call } = instance.exports;
      const at = alloc(request.length);
      new Uint8Array(memory.buffer, at, request.length).set(request);
      const answer = call(at, request.length);
      const n = new DataView(memory.buffer).getUint32(answer, true);
      self.postMessage([new TextDecoder().decode(new Uint8Array(memory.buffer, answer + 4, n))]);
    } catch (error) {
      self.postMessage([null, String(error)]);
    }
  };
};
const asked = (module, request) => new Promise((resolve, reject) => {
  const text = new Blob([`(${work})()`], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(text));
  worker.onerror = (event) => reject(new Error(event.message || "its thread did not start"));
  worker.onmessage = ({ data: [answer, why] }) => {
    worker.terminate();
    if (answer === null) reject(new Error(why));
    else resolve(JSON.parse(answer));
  };
  worker.postMessage([module, request]);
});

const list = (parent, tag, texts) => texts.forEach((text) => {
  parent.appendChild(document.createElement(tag)).textContent = text;
});
const tell = (answer, seconds) => {
  const took = seconds < 0.1 ? "less than 0.1 s" : `${seconds.toFixed(1)} s`;
  const doubt = answer.axioms.length > 0
    ? ` It rests on what nobody checked here: ${answer.axioms.join(", ")}.` : "";
  say("good", "Checked on this device, just now",
    `Of this level of ${answer.game} the answer to “${answer.property}” is: ${answer.answer}.${doubt}`);
  list(element("proof-steps"), "li", [
    "The level's text and the property were made into a statement anew; it is the certificate's, byte for byte.",
    `The kernel went through the evidence (${answer.evidence.replaceAll("-", " ")}) and accepted it.`,
    "The picture, its steps and the line below the title were made anew from the certificate; the page shows the same.",
  ]);
  const facts = {
    Level: answer.title ? `${answer.title}, a level of ${answer.game}` : `a level of ${answer.game}`,
    Property: answer.property, Question: answer.question, Answer: answer.answer,
    Evidence: answer.evidence.replaceAll("-", " "),
    Axioms: answer.axioms.length > 0 ? answer.axioms.join(", ") : "none", Took: took,
    Statement: `SHA-256 ${answer.statement}`,
  };
  for (const [name, fact] of Object.entries(facts)) {
    list(element("proof-list"), "dt", [name]);
    list(element("proof-list"), "dd", [fact]);
  }
  element("proof-level").textContent = answer.level;
  element("proof-facts").hidden = false;
};
const prove = async () => {
  say("open", "Checking …", "The certificate in this page is being checked on this device.");
  let certificate, module;
  try {
    certificate = await unpacked(bytesOf("certificate"));
    const save = element("proof-save");
    save.download = element("certificate").dataset.name;
    save.href = URL.createObjectURL(new Blob([certificate], { type: "application/octet-stream" }));
  } catch {
    return say("bad", "Rejected", "The certificate in this page is damaged and cannot be unpacked.");
  }
  try {
    module = await unpacked(bytesOf("module"));
  } catch {
    return say("bad", "Not checked", "The checker in this page is damaged and cannot be unpacked.");
  }
  let shown;
  try {
    shown = JSON.parse(element("data").textContent);
  } catch {
    return say("bad", "Rejected", "The picture's numbers in this page are damaged.");
  }
  const line = new TextEncoder().encode(`${JSON.stringify({ every: shown.every, delay: shown.delay })}\n`);
  const request = new Uint8Array(line.length + certificate.length);
  request.set(line);
  request.set(certificate, line.length);
  const begun = performance.now();
  let answer;
  try {
    answer = await asked(module, request);
  } catch (error) {
    return say("bad", "Not checked", `This browser could not check the certificate: ${error.message}`);
  }
  if (!answer.accepted) {
    return say("bad", "Rejected", `The certificate in this page does not prove what it says: ${answer.why}`);
  }
  if (element("verdict").textContent !== answer.verdict) {
    return say("bad", "Rejected", `The line below the title is not what was proved. The certificate says: ${answer.verdict}`);
  }
  if (answer.film === null || !isSame(shown, answer.film)) {
    return say("bad", "Rejected", "The picture is not that of the level and the run in the certificate.");
  }
  tell(answer, (performance.now() - begun) / 1000);
};
prove();
}
