/** The script of /take/NAME.html: the page becomes the figure as one file, and offers it. */
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
  // Written, so that it has the address's query; its own policy, which lets it fetch nothing, comes on top of this page's.
  document.open();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- a document with scripts can be made in no other way
  document.write(file.replace(/(?=<\/body>)/, () => offer.outerHTML));
  document.close();
} catch {
  const failed = document.getElementById('failed');
  if (failed) failed.hidden = false;
}
