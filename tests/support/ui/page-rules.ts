// What holds on every page in every state, whatever a test is about.

const isFound = (ids: string | null) => ids?.split(' ').every((id) => document.getElementById(id)) ?? false
const isNamed = (element: Element) =>
  Boolean(element.getAttribute('aria-label')) || isFound(element.getAttribute('aria-labelledby'))
const isLabelled = (element: Element) =>
  isNamed(element) || ('labels' in element && [...(element.labels as NodeListOf<Element>)].length > 0)

const rules: [selector: string, rule: string, holds: (element: Element) => boolean][] = [
  [
    'svg',
    'is hidden from screen readers, or has a name',
    (svg) => svg.closest('[aria-hidden=true]') !== null || isNamed(svg),
  ],
  ['img', 'has an alternative text', (img) => img.hasAttribute('alt')],
  [
    'section:not([data-fill]), nav, dialog, [role=region], [role=dialog], [role=tablist], [role=tabpanel], [role=group]',
    'has a name',
    isNamed,
  ],
  ['input:not([type=hidden]), select, textarea', 'has a label', isLabelled],
  [
    'input:is([type=email], [autocomplete~=username], [autocomplete$=password]):not([type=hidden])',
    'is kept from spelling checkers',
    (input) => input.getAttribute('spellcheck') === 'false',
  ],
  [
    'a, button',
    'has a name',
    (one) => isNamed(one) || one.textContent !== '' || one.querySelector('img[alt]:not([alt=""])') !== null,
  ],
  [
    '[role=table] :is(thead, tbody, tr, th, td)',
    'keeps its role when it is shown as a card',
    (part) => part.hasAttribute('role'),
  ],
  ['[data-spinner]', 'is hidden from screen readers', (spinner) => spinner.hasAttribute('aria-hidden')],
  ['[aria-describedby]', 'is described by what is there', (one) => isFound(one.getAttribute('aria-describedby'))],
  [
    'a[target=_blank]',
    'tells the other page nothing',
    (link) => link.getAttribute('rel')?.includes('noreferrer') === true,
  ],
]

/** The elements that break a rule. */
export const findFlaws = (): string[] =>
  rules.flatMap(([selector, rule, holds]) =>
    [...document.body.querySelectorAll(selector)]
      .filter((element) => !holds(element))
      .map((element) => `${(element.cloneNode() as Element).outerHTML} ${rule}`),
  )
