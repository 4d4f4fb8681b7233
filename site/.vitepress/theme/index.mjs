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

/** Weight of reference pages in the search: their headings are short, so that most words of a question find them first. */
const WEIGHTS = { errors: 0.2, events: 0.4, changelog: 0.2, versions: 0.4 }

/** Weight of a section that the search found. @param {string} id its address, such as /docs/errors#held_rate_expired */
const weightOf = (id) => WEIGHTS[/([^/#]+?)(?:\.html)?(?:#|$)/.exec(id)?.[1] ?? ''] ?? 1

export default {
  extends: DefaultTheme,
  // Set here: a function in the configuration would reach the browser as text, and the pages allow no such code.
  enhanceApp({ siteData }) {
    siteData.value.themeConfig.search.options.miniSearch = { searchOptions: { boostDocument: weightOf } }
  },
  setup() {
    const { frontmatter, page } = useData()
    const mark = () =>
      nextTick(() => markContent(page.value.isNotFound ? undefined : (frontmatter.value.layout ?? 'doc')))
    onMounted(mark)
    watch(() => page.value.relativePath, mark)
  },
}
