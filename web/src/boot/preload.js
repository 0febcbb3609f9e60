// Preloads the app's files and the board's first screen while the page is still being parsed. Without it each file would
// be requested only after the previous one imports it: the router, then the layout, then the core's script, then its
// module. It runs as a classic script in the page's head, outside the bundle, and does nothing on the public pages. The
// build writes the list of files into the `data-files` attribute of the script element, keyed by the pattern of the paths
// that need them.
(function () {
  var files = JSON.parse(document.currentScript.dataset.files || '{}');
  if (location.pathname.startsWith('/app')) {
    try {
      readFirstScreen(localStorage.getItem('firstScreens'));
    } catch {
      // Storage may be forbidden; then the core works without it.
    }
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

  // Reads what the page's board showed last (core-wasm/src/board/first_screen.rs), for `core/load-core.ts`. The core
  // stores where that is. It also makes the browser open its database files, which takes a while.
  function readFirstScreen(prefix) {
    if (!window.indexedDB) return;
    if (!prefix) {
      if (indexedDB.databases) indexedDB.databases().catch(function () {});
      return;
    }
    var key = prefix + location.pathname + '/';
    var opening = indexedDB.open('twentyfour', 1);
    opening.addEventListener('upgradeneeded', function () {
      // The database is gone. The core makes a new one.
      opening.transaction.abort();
    });
    opening.addEventListener('error', function (event) {
      event.preventDefault();
    });
    opening.addEventListener('success', function () {
      var reading = opening.result.transaction('texts').objectStore('texts').get(key);
      reading.addEventListener('success', function () {
        if (reading.result) window.earlyRead = { key: key, text: reading.result };
      });
      // Closes once the text has been read.
      opening.result.close();
    });
  }
})();
