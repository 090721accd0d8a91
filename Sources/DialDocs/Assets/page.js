"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const [field, status, nav, menu] = ["page:search", "page:status", "page:nav", "page:menu"].map(byId);
  const links = [...nav.querySelectorAll("a")];
  const target = (link) => byId(decodeURIComponent(link.hash.slice(1)));
  const visible = () => links.filter((link) => !link.parentElement.hidden);
  let texts = null;

  const setOpen = (isOpen) => {
    document.body.classList.toggle("open", isOpen);
    menu.setAttribute("aria-expanded", String(isOpen));
  };

  // The words of each endpoint: its name, target, docs and arguments. They are gathered for the first search.
  const index = () => links.map((link) => {
    const parts = target(link)?.querySelectorAll("h3, .r, .doc, .n") ?? [];
    const group = link.closest("section").firstElementChild;
    return [group, link, ...parts].map((part) => part.textContent).join(" ").toLowerCase();
  });

  const search = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    texts ??= index();
    let count = 0;
    links.forEach((link, place) => {
      const isFound = words.every((word) => texts[place].includes(word));
      link.parentElement.hidden = !isFound;
      count += isFound ? 1 : 0;
    });
    for (const group of nav.children) group.hidden = !group.querySelector("li:not([hidden])");
    status.textContent = words.length === 0 ? "" : count === 0 ? "Nothing found" : count === 1 ? "1 result" : `${count} results`;
    if (words.length > 0) setOpen(true);
    nav.scrollTop = 0;
  };

  // The first result whose name has the words is nearest.
  const best = () => {
    const text = field.value.trim().toLowerCase();
    const all = visible();
    const name = (link) => link.firstElementChild.textContent.toLowerCase();
    return all.find((link) => name(link) === text) ?? all.find((link) => name(link).startsWith(text))
      ?? all.find((link) => name(link).includes(text)) ?? all[0];
  };

  const go = (link) => {
    setOpen(false);
    const article = target(link);
    if (!article) return;
    location.hash = link.hash;
    article.querySelector("h3 a").focus({ preventScroll: true });
  };

  field.addEventListener("input", search);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      field.value = "";
      search();
      setOpen(false);
    } else if (event.key === "Enter") {
      const link = best();
      if (link && field.value.trim()) go(link);
    } else if (event.key === "ArrowDown") {
      setOpen(true);
      visible()[0]?.focus();
    } else {
      return;
    }
    event.preventDefault();
  });

  nav.addEventListener("keydown", (event) => {
    const all = visible();
    const place = all.indexOf(document.activeElement);
    if (event.key === "ArrowDown") all[place + 1]?.focus();
    else if (event.key === "ArrowUp") (place > 0 ? all[place - 1] : field).focus();
    else if (event.key === "Escape") field.focus();
    else return;
    event.preventDefault();
  });

  nav.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(link);
  });

  menu.addEventListener("click", () => setOpen(!document.body.classList.contains("open")));

  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
    event.preventDefault();
    field.focus();
    field.select();
  });

  document.addEventListener("click", async (event) => {
    const button = event.target.closest(".cp");
    if (!button) return;
    const code = button.closest("figure").querySelector("code");
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    } catch {
      getSelection().selectAllChildren(code);
    }
  });

  // Marks the place of the reader in the contents.
  const byAnchor = new Map(links.map((link) => [target(link), link]));
  let current = null;
  const observer = new IntersectionObserver((entries) => {
    const entry = entries.find((entry) => entry.isIntersecting);
    const link = entry && byAnchor.get(entry.target);
    if (!link || link === current) return;
    current?.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    current = link;
    if (!field.value && !nav.contains(document.activeElement)) {
      const [box, whole] = [link.getBoundingClientRect(), nav.getBoundingClientRect()];
      if (box.top < whole.top || box.bottom > whole.bottom) nav.scrollTop += box.top - whole.top - whole.height / 3;
    }
  }, { rootMargin: "-10% 0px -80% 0px" });
  for (const article of byAnchor.keys()) if (article) observer.observe(article);
})();
