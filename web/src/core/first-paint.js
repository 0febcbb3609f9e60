// Sets the stored theme before anything paints, so that a light room does not flash dark. It runs as a classic script in
// the page's head, outside the bundle. It only draws what was stored: which theme holds is the core's business.
(function () {
  var system = matchMedia('(prefers-color-scheme: dark)');
  function draw() {
    var theme = 'dark';
    try {
      var stored = localStorage.getItem('theme');
      if (stored === 'light' || (stored === 'system' && !system.matches)) theme = 'light';
    } catch {
      // Storage may be forbidden; then the default shows.
    }
    document.documentElement.classList.toggle('dark', theme === 'dark');
    var bar = document.querySelector('meta[name="theme-color"]');
    if (bar) bar.setAttribute('content', theme === 'dark' ? '#0b0f14' : '#f5f7f9');
  }
  draw();
  // On the pages without the core too.
  system.addEventListener('change', draw);
  try {
    // The color of the last wallpaper stands in for it until it can be drawn, and a wallpaper of ours is requested at once: the
    // same file as the page requests a moment later (features/background/sources.ts).
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
    // Nothing is stored, or nothing that can be read: the theme's colours show.
  }
})();
