// The beginning of the participants' page: whoever has the code of the address takes part.

import { render } from "preact";
import { engineModule } from "../engine/lane";
import { start, watch } from "./participant";
import { App } from "./views/app";

const codeOfAddress = (): string | null => new URLSearchParams(location.hash.slice(1)).get("join");

const page = document.getElementById("study")!;
page.replaceChildren();
render(<App />, page);
watch();
window.addEventListener("hashchange", () => void start(codeOfAddress()));
void start(codeOfAddress());
// The engine loads while the consent is read; whoever needs it hears what went wrong.
engineModule().catch(() => {});
