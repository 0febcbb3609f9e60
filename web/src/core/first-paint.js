// Sets the stored theme before anything paints, so that a light room does not flash dark. It runs as a classic script in
// the page's head, outside the bundle. It only draws what was stored: which theme holds is the core's business.
(function () {
  var theme = 'dark';
  try {
    if (localStorage.getItem('theme') === 'light') theme = 'light';
  } catch {
    // Storage may be forbidden; then the default shows.
  }
  document.documentElement.classList.toggle('dark', theme === 'dark');
  var bar = document.querySelector('meta[name="theme-color"]');
  if (bar) bar.setAttribute('content', theme === 'dark' ? '#0b0f14' : '#f5f7f9');
})();
