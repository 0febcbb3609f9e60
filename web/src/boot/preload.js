// Preloads the app's files while the page is still being parsed. Without it each file would be requested only after the
// previous one imports it: the router, then the layout, then the core's script, then its module. It runs as a classic
// script in the page's head, outside the bundle, and does nothing on the public pages. The build writes the list of
// files into the `data-files` attribute of the script element, keyed by the pattern of the paths that need them.
(function () {
  var files = JSON.parse(document.currentScript.dataset.files || '{}');
  // Makes the browser open its database files early, because that takes a while; the returned names are not used.
  if (location.pathname.startsWith('/app') && window.indexedDB && indexedDB.databases) {
    indexedDB.databases().catch(function () {});
  }
  for (var pattern in files) {
    if (!new RegExp(pattern).test(location.pathname)) continue;
    files[pattern].forEach(function (file) {
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
