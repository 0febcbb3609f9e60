// Asks for the files of the app while the page is still being read, rather than each when the one before names it: the
// router, then the app's frame, then the core's script, then its module. It runs as a classic script in the page's head,
// outside the bundle, and does nothing on the public pages, which stay light. The build names the files on the script's
// own element, by where the path begins.
(function () {
  var files = JSON.parse(document.currentScript.dataset.files || '{}');
  // Only to have the browser open its files of the database meanwhile, which takes it a while; what they are called is of
  // no interest.
  if (location.pathname.startsWith('/app') && window.indexedDB && indexedDB.databases) {
    indexedDB.databases().catch(function () {});
  }
  for (var beginning in files) {
    if (!location.pathname.startsWith(beginning)) continue;
    files[beginning].forEach(function (file) {
      var link = document.createElement('link');
      link.crossOrigin = 'anonymous';
      link.href = file;
      if (file.endsWith('.wasm')) {
        link.rel = 'preload';
        link.as = 'fetch';
      } else {
        link.rel = 'modulepreload';
      }
      document.head.append(link);
    });
  }
})();
