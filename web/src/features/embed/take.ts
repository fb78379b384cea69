/** The script of /take/NAME.html: replaces the page with the figure as one file, and offers it for saving. */
import { fetchOneFile } from '../../model/embedding/one-file';

const [, site = '', name = ''] =
  /^(.*\/)take\/([^/]+)\.html$/.exec(location.origin + location.pathname) ?? [];
try {
  const file = await fetchOneFile(site, name, location.search);
  const offer = document.getElementById('offer');
  const link = offer?.querySelector('a');
  if (!offer || !link) throw new Error('no link');
  link.href = URL.createObjectURL(new Blob([file], { type: 'text/html' }));
  offer.hidden = false;
  // Written into this page to keep the query of its address. The file's own policy, which allows no requests, adds to this
  // page's.
  document.open();
  // oxlint-disable-next-line @typescript-eslint/no-deprecated -- the only way to make a document with scripts
  document.write(file.replace(/(?=<\/body>)/, () => offer.outerHTML));
  document.close();
} catch {
  const failed = document.getElementById('failed');
  if (failed) failed.hidden = false;
}
