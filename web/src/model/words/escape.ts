const NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A parser would turn these into line feeds.
  '\r': '&#13;',
};

/** For text and for values in double quotes, in HTML and in XML. XML allows no other control characters at all. */
export const escapeXml = (text: string) =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[&<>"\u0000-\u0008\u000b-\u001f]/g, (one) => NAMES[one] ?? '');
