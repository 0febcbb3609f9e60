// Applies the stored theme before the first paint, so the page does not flash in the wrong colors. It runs as a classic
// script in the page's head, outside the bundle. It only applies what was stored; the core decides which theme is
// active.
(function () {
  var system = matchMedia('(prefers-color-scheme: dark)');
  function draw() {
    var theme = 'dark';
    try {
      var stored = localStorage.getItem('theme');
      if (stored === 'light' || (stored === 'system' && !system.matches)) theme = 'light';
    } catch {
      // Storage may be forbidden; then the default theme is shown.
    }
    document.documentElement.classList.toggle('dark', theme === 'dark');
    var bar = document.querySelector('meta[name="theme-color"]');
    if (bar) bar.setAttribute('content', theme === 'dark' ? '#0b0f14' : '#f5f7f9');
  }
  draw();
  // The public pages have no core that would follow a change of the system's theme.
  system.addEventListener('change', draw);
  try {
    // Shows the stored color of the last wallpaper until the picture is drawn, and requests a built-in wallpaper right
    // away: the same file that the page requests a moment later (features/background/sources.ts).
    var background = JSON.parse(localStorage.getItem('bgImg'));
    if (/^#[0-9a-f]{6}$/.test(background.color)) document.documentElement.style.setProperty('--sky', background.color);
    var ours = /^(\/wallpapers\/[a-z-]+)-2560\.webp$/.exec(background.image);
    var preferences = JSON.parse(localStorage.getItem('preferences') || '{}');
    var pages = preferences.wallpaper_pages === 'home' ? /^\/app\/?$/ : /^\/app(\/|$)/;
    if (ours && pages.test(location.pathname)) {
      var isSmall = matchMedia('(width <= 640px), ((width <= 1280px) and (resolution < 1.5dppx))').matches;
      new Image().src = ours[1] + (isSmall ? '-1280.avif' : '-2560.avif');
    }
  } catch {
    // Nothing valid is stored: the theme's colors are shown.
  }
})();
