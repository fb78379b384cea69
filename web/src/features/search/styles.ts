import css from './found.css?inline';

let worn = false;

/**
 * With the scripts of the search: in a file of their own these styles would stand on every page, used or not. Not as a
 * <style>, which a page's policy refuses.
 */
export function wearStyles(): void {
  if (worn) return;
  worn = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
