// Preloads the app's files and the board's first screen (core-wasm/src/board/first_screen.rs) while the page is still
// being parsed. Without it each file would be requested only after the previous one imports it: the router, then the
// layout, then the core's script, then its module. It runs as a classic script in the page's head, outside the bundle,
// and does nothing on the public pages. The build writes the list of files into the `data-files` attribute of the script
// element, keyed by the pattern of the paths or of the language that need them.
(function () {
  // How long the server may take, in milliseconds.
  var TIMEOUT_MS = 10000;
  var files = JSON.parse(document.currentScript.dataset.files || '{}');
  if (location.pathname.startsWith('/app')) {
    try {
      readFirstScreen(localStorage.getItem('firstScreens'));
    } catch {
      // Storage may be forbidden; then the core works without it.
    }
  }
  for (var pattern in files) {
    // Only paths begin with a slash, so a pattern cannot match both.
    var matcher = new RegExp(pattern);
    if (!matcher.test(location.pathname) && !matcher.test(document.documentElement.lang)) continue;
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

  // Reads what the page's board showed last, for `core/load-core.ts`. The core stores where that is. It also makes the
  // browser open its database files, which takes a while.
  function readFirstScreen(prefix) {
    if (!window.indexedDB) return;
    if (!prefix) {
      requestFirstScreen();
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
      requestFirstScreen();
    });
    opening.addEventListener('success', function () {
      var reading = opening.result.transaction('texts').objectStore('texts').get(key);
      reading.addEventListener('success', function () {
        if (reading.result) window.earlyRead = { key: key, text: reading.result };
        else requestFirstScreen();
      });
      // Closes once the text has been read.
      opening.result.close();
    });
  }

  // Requests what the page's board shows at first, for `core/load-core.ts`, as the core would do later. Without a valid
  // token or a connection, the core knows better what to do.
  function requestFirstScreen() {
    try {
      var slug = (/^\/app\/b\/([A-Za-z0-9-]+)\/?$/.exec(location.pathname) || [])[1];
      var token = localStorage.getItem('access_token');
      if (!slug || !token || !navigator.onLine || isExpired(token) || window.isCoreLoaded) return;
      var path = '/boards/' + slug + '/first-screen/';
      window.earlyResponse = { path: path, access_token: token, response: request('/api' + path, token) };
      // A failure is the core's to handle.
      window.earlyResponse.response.catch(function () {});
    } catch {
      // The token may be anything; the server judges it.
    }
  }

  // Returns whether an access token, a JSON Web Token, is about to expire. Throws if it is not one.
  function isExpired(token) {
    var claims = JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')));
    return claims.exp * 1000 - Date.now() < TIMEOUT_MS;
  }

  // Requests an address and returns the promise of the whole response, so that the timeout does not depend on when the
  // core reads it.
  function request(address, token) {
    var controller = new AbortController();
    var headers = { 'accept-language': document.documentElement.lang, authorization: 'Bearer ' + token };
    var timer = setTimeout(function () {
      controller.abort();
    }, TIMEOUT_MS);
    return fetch(address, { headers: headers, signal: controller.signal }).then(function (response) {
      return response.text().then(function (body) {
        clearTimeout(timer);
        return new Response(body, { status: response.status });
      });
    });
  }
})();
