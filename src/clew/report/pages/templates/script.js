(() => {
"use strict";
const all = (what, at = document) => [...at.querySelectorAll(what)];
const one = (what, at = document) => at.querySelector(what);
const root = document.documentElement;

// Light or dark: as the system has it, until the button is pressed; kept where the browser allows it.
const kept = (() => { try { return localStorage; } catch { return null; } })();
const scheme = theme => { root.style.colorScheme = theme || ""; };
try { scheme(kept?.getItem("clew-theme")); } catch { }
one("#theme").onclick = () => {
  const dark = root.style.colorScheme ? root.style.colorScheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  scheme(dark ? "light" : "dark");
  try { kept?.setItem("clew-theme", root.style.colorScheme); } catch { }
};

// Filters: nothing chosen means everything.
const search = one("#search"), shown = one("#shown");
const chosen = name => new Set(all(`input[name=${name}]:checked`).map(box => box.value));
const plural = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
const kindOf = chip => chip.dataset.k || "statement";
const stateOf = chip => chip.classList[1];
const numberOf = chip => Number(chip.dataset.n || 1);

function filterIndex(states, kinds, changed, words) {
  let functions = 0, goals = 0;
  for (const body of all(".files tbody")) {
    let here = 0;
    for (const row of all(".f", body)) {
      let number = 0;
      for (const pair of row.dataset.c.split(" ").filter(Boolean)) {
        const [, kind, state, many] = /^(.*):(.*)=(\d+)$/.exec(pair);
        if ((!states.size || states.has(state)) && (!kinds.size || kinds.has(kind))) number += Number(many);
      }
      const named = `${body.dataset.file} ${one("a", row).textContent}`.toLowerCase().includes(words);
      const fits = named && (number > 0 || !(states.size || kinds.size)) && (!changed || "w" in row.dataset);
      row.hidden = !fits;
      if (fits) { here += 1; goals += number; }
    }
    body.hidden = !here;
    functions += here;
  }
  return [goals, functions];
}

function filterFile(states, kinds, changed, words, filtering) {
  let functions = 0, goals = 0;
  for (const section of all(".fn")) {
    let here = 0;
    for (const chip of all(".src .c", section)) {
      const fits = (!states.size || states.has(stateOf(chip))) && (!kinds.size || kinds.has(kindOf(chip)))
        && (!changed || chip.classList.contains("w"));
      chip.classList.toggle("off", !fits);
      if (fits) here += numberOf(chip);
    }
    const named = !words || one(".src", section).textContent.toLowerCase().includes(words)
      || section.getAttribute("aria-label").toLowerCase().includes(words);
    section.hidden = !named || (filtering && !here);
    if (!section.hidden) { goals += here; functions += 1; }
  }
  for (const rest of all(".between, .source > .src")) rest.hidden = filtering || Boolean(words);
  return [goals, functions];
}

function filter() {
  const states = chosen("state"), kinds = chosen("kind"), changed = chosen("changed").size > 0;
  const words = search.value.trim().toLowerCase();
  const filtering = states.size + kinds.size > 0 || changed;
  const isIndex = document.body.classList.contains("index");
  const [goals, functions] = (isIndex ? filterIndex : filterFile)(states, kinds, changed, words, filtering);
  shown.textContent = filtering || words ? `${plural(goals, "goal")} in ${plural(functions, "function")}` : "";
}
if (search) {
  one(".tools").addEventListener("input", filter);
  one(".tools").addEventListener("submit", event => event.preventDefault());
  if (search.value || all(".pick :checked").length) filter();
}

// What is known of a goal: shortly where it is pointed at, all of it where it is pressed.
const panel = one("#panel"), tip = one("#tip");
let pressed = null;
const told = chip => [chip.getAttribute("href")?.slice(1), ...(chip.dataset.also || "").split(" ")]
  .filter(id => id && !id.startsWith("L")).map(id => document.getElementById(id)).filter(Boolean);

function withCode(element, text) {
  const parts = text.split("`");
  element.replaceChildren(...(parts.length % 2 ? parts : [text]).map((part, number) => {
    if (number % 2 === 0) return part;
    const code = document.createElement("code");
    code.textContent = part;
    return code;
  }));
}

function show(chip) {
  close();
  pressed = chip;
  chip.classList.add("on");
  const body = one(".body", panel), title = document.createElement("h3");
  const row = chip.closest(".r");
  title.className = stateOf(chip);
  withCode(title, `${chip.innerText.slice(-1)} line ${row.id.slice(1)}: ${chip.getAttribute("aria-label")}`);
  body.replaceChildren(title);
  for (const account of told(chip)) {
    const copy = account.cloneNode(true);
    copy.removeAttribute("id");
    body.append(copy);
  }
  for (const link of all(".told .steps a, .told .quoted:first-of-type a", body)) {
    document.getElementById(link.getAttribute("href").slice(1))?.classList.add("lit");
  }
  row.classList.add("lit");
  panel.hidden = false;
  panel.scrollTop = 0;
  // What lies over the page leaves its upper part.
  if (innerWidth < 1280 && row.getBoundingClientRect().bottom > innerHeight * .42) row.scrollIntoView({ block: "start" });
}

function close() {
  pressed?.classList.remove("on");
  for (const row of all(".lit")) row.classList.remove("lit");
  if (panel) panel.hidden = true;
  pressed = null;
}

function point(chip) {
  const account = told(chip)[0], first = account && one("p", account);
  const sentence = document.createElement("div"), more = document.createElement("span");
  withCode(sentence, chip.getAttribute("aria-label"));
  more.textContent = account?.dataset.lead || (first ? first.textContent : "");
  tip.replaceChildren(sentence, more);
  tip.hidden = false;
  const at = chip.getBoundingClientRect(), size = tip.getBoundingClientRect();
  const below = at.bottom + 6 + size.height < innerHeight;
  tip.style.left = `${Math.max(6, Math.min(at.left, innerWidth - size.width - 6))}px`;
  tip.style.top = `${below ? at.bottom + 6 : at.top - size.height - 6}px`;
}

if (panel) {
  const source = one(".source");
  source.addEventListener("click", event => {
    const chip = event.target.closest(".src .c");
    if (!chip) return;
    event.preventDefault();
    chip === pressed ? close() : show(chip);
  });
  for (const kind of ["mouseover", "focusin"]) source.addEventListener(kind, event => {
    const chip = event.target.closest(".src .c");
    if (chip) point(chip); else tip.hidden = true;
  });
  for (const kind of ["mouseleave", "focusout"]) source.addEventListener(kind, () => { tip.hidden = true; });
  addEventListener("scroll", () => { tip.hidden = true; }, { passive: true });
  one(".close", panel).onclick = () => { const chip = pressed; close(); chip?.focus(); };
  if (innerWidth < 1280) one(".contents details").open = false;
}

// An anchor inside of something folded, or filtered out, is shown.
function reveal() {
  const wanted = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!wanted) return;
  for (let at = wanted; at; at = at.parentElement) {
    if (at.tagName === "DETAILS") at.open = true;
    if (at.hidden && at.id !== "panel") at.hidden = false;
  }
  wanted.scrollIntoView({ block: wanted.classList.contains("r") ? "center" : "start" });
}
addEventListener("hashchange", reveal);
reveal();

// Keys.
function step(by) {
  const filtering = all(".pick :checked").length > 0;
  const plain = chip => ["covered", "proved"].includes(stateOf(chip));
  const chips = all(".fn:not([hidden]) .src .c:not(.off)").filter(chip => filtering || !plain(chip));
  if (!chips.length) return;
  const from = pressed || document.activeElement.closest?.(".c");
  const at = chips.indexOf(from);
  const next = chips[at < 0 ? (by > 0 ? 0 : chips.length - 1) : (at + by + chips.length) % chips.length];
  show(next);
  next.focus({ preventScroll: true });
  if (innerWidth >= 1280) next.scrollIntoView({ block: "center" });
  tip.hidden = true;
}
addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    if (event.target === search) { search.value = ""; filter(); search.blur(); }
    const chip = pressed;
    close();
    chip?.focus();
    if (tip) tip.hidden = true;
    return;
  }
  if (event.target.matches("input:not([type=checkbox]), textarea")) return;
  if (event.key === "/" && search) { event.preventDefault(); search.focus(); }
  if (!panel) return;
  if (event.key === "j") step(1);
  if (event.key === "k") step(-1);
  if (event.key === "g") {
    const graphs = all(".graph"), open = graphs.some(graph => !graph.open);
    for (const graph of graphs) graph.open = open;
  }
});

// On paper nothing is folded.
let folded = [];
addEventListener("beforeprint", () => {
  folded = all("details:not([open])");
  for (const each of folded) each.open = true;
});
addEventListener("afterprint", () => { for (const each of folded) each.open = false; });
})();
