/** For text and for values in double quotes, in HTML and in XML alike. */
export const escapeXml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // A parser would make line feeds of these.
    .replaceAll('\r', '&#13;')
    // Control characters may not stand in XML at all.
    // eslint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');
