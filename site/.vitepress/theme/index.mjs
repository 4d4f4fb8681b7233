// The default theme with the colours of the service, and the reader's own fonts.
import { useData } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { nextTick, onMounted, watch } from 'vue'
import './style.css'

/** Marks the content of the home page as such for screen readers; on every other page the theme does it. */
function markContent(layout) {
  const content = document.querySelector('#VPContent')
  if (layout === 'home' || layout === undefined) content?.setAttribute('role', 'main')
  else content?.removeAttribute('role')
}

export default {
  extends: DefaultTheme,
  setup() {
    const { frontmatter, page } = useData()
    const mark = () =>
      nextTick(() => markContent(page.value.isNotFound ? undefined : (frontmatter.value.layout ?? 'doc')))
    onMounted(mark)
    watch(() => page.value.relativePath, mark)
  },
}
