import css from './found.css?inline';

let worn = false;

/**
 * Loaded with the search's scripts: a style sheet of its own would be on every page, used or not. Not a <style>, which a
 * page's policy refuses.
 */
export function wearStyles(): void {
  if (worn) return;
  worn = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
