// What is wrong with any page, whatever it shows: parts that hold nothing, values that were not there to be written, names
// of parts that are not on the page or are those of several, links to such or to nothing, and rows that do not fit the head
// of their table.

/** Nobody draws them but for what they hold. */
const holders = new Set(
  'a button caption dd dialog dl dt fieldset footer form h1 h2 h3 h4 header label legend li nav ol p section summary table tbody tr ul'.split(
    ' ',
  ),
)
/** They say something without a text. */
const marks = 'img, svg, canvas, video, iframe, input, select, textarea, progress, [role], [aria-label]'
const references = ['aria-activedescendant', 'aria-controls', 'aria-describedby', 'aria-labelledby', 'for', 'list']
/** Also what is left of a sentence around one. */
const noValue = /\b(?:undefined|NaN|null|Invalid Date)\b|\[object |, ,|\(\)| ,|: *\.(?: |$)/

const describe = (element: Element) => element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 160)
const countCells = ({ children }: Element) =>
  [...children].reduce((sum, cell) => sum + Number(cell.getAttribute('colspan') ?? 1), 0)

export function findFaults(root: HTMLElement): string[] {
  const faults: string[] = []
  // What is filled in later holds nothing before.
  const elements = [...root.querySelectorAll('*')].filter((element) => !element.closest('[data-fill]'))
  /** Neither an outline nor a page that is still coming. */
  const isWhole = root.querySelector('main') !== null && root.querySelector('[data-fill]') === null
  const ids = new Set(elements.map(({ id }) => id))
  const seen = new Set<string>()
  for (const element of elements) {
    const { localName, id } = element
    if (id && seen.has(id)) faults.push(`its id is that of another: ${describe(element)}`)
    seen.add(id)
    // Parts with a role of their own, such as alerts, may be there before they say something.
    if (holders.has(localName) && !element.matches('[role], [aria-live]')) {
      const text = element.textContent.trim()
      if (text === '' && !element.hasAttribute('aria-label') && !element.querySelector(marks))
        faults.push(`nothing is in ${describe(element)}`)
      const heading = localName === 'section' && element.querySelector('h2, h3')
      if (heading && text === heading.textContent.trim() && !element.querySelector(marks))
        faults.push(`nothing is below the heading of ${describe(element)}`)
    }
    for (const name of references)
      for (const id of element.getAttribute(name)?.split(' ') ?? [])
        if (!ids.has(id)) faults.push(`${name} names ${id}, which is not there: ${describe(element)}`)
    if (localName === 'a' && !element.hasAttribute('href')) faults.push(`a link leads nowhere: ${describe(element)}`)
    const fragment = element.getAttribute('href')?.match(/^#(.+)/)?.[1]
    if (fragment && !ids.has(fragment) && isWhole) faults.push(`no such place on the page: ${describe(element)}`)
    // Each text by itself: one that ends with none would run into the next.
    for (const { nodeType, nodeValue } of element.childNodes)
      if (nodeType === Node.TEXT_NODE && noValue.test(nodeValue ?? '')) faults.push(`no value: ${describe(element)}`)
    for (const name of ['aria-label', 'href', 'src', 'title'])
      if (noValue.test(element.getAttribute(name) ?? '')) faults.push(`${name} is no value: ${describe(element)}`)
    if (localName === 'table' && new Set([...element.querySelectorAll('tr')].map(countCells)).size > 1)
      faults.push(`rows of different lengths are in ${describe(element)}`)
  }
  return faults
}
