// Sets the appearance before the page is drawn.
const chosen = localStorage.getItem('vitepress-theme-appearance') ?? 'auto'
const isDark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.classList.toggle('dark', isDark)
