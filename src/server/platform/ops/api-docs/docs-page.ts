// The API's description as a page: plain HTML, without a script.
import type { Response as ApiResponse, JsonSchema, OpenApiDocument, Operation } from './openapi-document.ts'
import { describeType, listProperties } from './schema-rows.ts'

/** The colours and sizes of the web app. */
export const docsStyles = `
:root { color: #1c1a17; background: #f7f6f2; font: 400 100%/1.5 system-ui, sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; overflow-wrap: anywhere; }
a { color: #15573c; text-underline-offset: 3px; }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 3px solid #15573c; outline-offset: 2px; }
header, main { max-width: 62rem; margin: 0 auto; padding: 24px 16px 0; }
main { padding: 0 16px 48px; }
h1 { margin: 0 0 8px; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 32px 0 0; font-size: 1.375rem; }
h3 { margin: 0 0 8px; font-size: 1.125rem; }
h4 { margin: 24px 0 4px; font-size: 1rem; }
p { margin: 8px 0; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 24px; margin: 16px 0 0; padding: 0; list-style: none; }
nav a { display: inline-flex; align-items: center; min-height: 44px; }
article { margin-top: 16px; padding: 16px; border: 1px solid #dedbd2; border-radius: 8px; background: #fff; }
code { font: 0.9375em/1.5 ui-monospace, monospace; }
.call { display: flex; flex-wrap: wrap; gap: 4px 12px; margin: 0; }
.method { padding: 0 8px; border: 1px solid currentcolor; border-radius: 4px; color: #15573c; font-weight: 700; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid #dedbd2; text-align: left; vertical-align: top; }
th { white-space: nowrap; }
th[scope="row"] { font-weight: 400; }
td { overflow-wrap: normal; }
td:last-child { width: 100%; overflow-wrap: anywhere; }
summary { min-height: 44px; padding: 10px 0; color: #15573c; cursor: pointer; }
.muted { color: #5c5850; }
ul.codes { margin: 0; padding: 0; list-style: none; }
@media (min-width: 48rem) { article { padding: 24px; } }
`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeText = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
/** Escapes, and marks what stands in backticks as code. */
const formatText = (text: string) => escapeText(text).replace(/`([^`]+)`/g, '<code>$1</code>')
const toId = (text: string) => text.toLowerCase().replace(/\W+/g, '-')

export function createDocsPage({ info, servers, tags, paths }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const areas = tags.map(({ name }) => {
    const calls = operations.filter(({ operation }) => operation.tags.includes(name))
    return `<section aria-labelledby="${toId(name)}"><h2 id="${toId(name)}">${escapeText(name)}</h2>
${calls.map(({ path, method, operation }) => formatOperation(path, method, operation)).join('\n')}</section>`
  })
  return `<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<title>${escapeText(info.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/mark.svg" type="image/svg+xml">
<style>${docsStyles}</style>
</head>
<body>
<header>
<h1>${escapeText(info.title)}</h1>
<p>${formatText(info.description)}</p>
<p>Addresses begin with <code>${escapeText(servers[0]?.url ?? '')}</code>. The same as a document for programs:
<a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="Areas"><ul>${tags.map(({ name }) => `<li><a href="#${toId(name)}">${escapeText(name)}</a></li>`).join('')}</ul></nav>
</header>
<main>
${areas.join('\n')}
</main>
</body>
</html>
`
}

function formatOperation(path: string, method: string, operation: Operation): string {
  const { operationId, summary, security, parameters, requestBody, responses } = operation
  return `<article aria-labelledby="${operationId}">
<h3 id="${operationId}">${formatText(summary)}</h3>
<p class="call"><code class="method">${method}</code> <code>${escapeText(path)}</code></p>
<p class="muted">${formatSecurity(security)}</p>
${parameters.length > 0 ? formatParameters(operation) : ''}
${requestBody ? formatContent('Request body', operationId, requestBody.content) : ''}
${formatReplies(operationId, responses)}
</article>`
}

function formatSecurity(security: Operation['security']): string {
  if (security.length === 0) return 'Anybody may call it.'
  const isFile = security.some((scheme) => 'fileCookie' in scheme)
  return `Needs a session: <code>Authorization: Bearer …</code>${isFile ? ', or the cookie for files' : ''}.`
}

function formatParameters({ operationId, parameters }: Operation): string {
  const rows = parameters.map(({ name, in: place, required, schema }) => [
    `<code>${escapeText(name)}</code>`,
    place,
    required ? 'yes' : 'no',
    formatType(schema),
  ])
  return `<h4>Parameters</h4>${formatTable(`Parameters of ${operationId}`, ['Name', 'In', 'Required', 'Value'], rows)}`
}

function formatContent(title: string, operationId: string, content: ApiResponse['content'] = {}): string {
  return Object.entries(content)
    .map(([type, { schema }]) => {
      const rows = listProperties(schema).map(({ name, isRequired, type }) => [
        `<code>${escapeText(name)}</code>`,
        isRequired ? 'yes' : 'no',
        formatText(type),
      ])
      const heading = `<h4>${title} <span class="muted">(${escapeText(type)})</span></h4>`
      if (rows.length === 0) return `${heading}<p>${formatType(schema)}</p>`
      const table = formatTable(`${title} of ${operationId}`, ['Field', 'Required', 'Value'], rows)
      return `${heading}<details><summary>${rows.length} fields of ${operationId}: ${title.toLowerCase()}</summary>${table}</details>`
    })
    .join('')
}

function formatReplies(operationId: string, responses: Operation['responses']): string {
  const [done, ...refusals] = Object.entries(responses)
  const rows = refusals.map(([status, { description }]) => [
    status === 'default' ? 'Other' : status,
    `<ul class="codes">${description
      .split('\n')
      .map((line) => `<li>${formatText(line)}</li>`)
      .join('')}</ul>`,
  ])
  return `${formatContent(`Reply ${done?.[0]}`, operationId, done?.[1].content)}
<h4>Other replies</h4>${formatTable(`Other replies of ${operationId}`, ['Status', 'Code and message'], rows)}`
}

const formatType = (schema: JsonSchema) => formatText(describeType(schema))

/** A table that scrolls on its own where it is wider than the screen. */
function formatTable(caption: string, headings: string[], rows: string[][]): string {
  const head = headings.map((heading) => `<th scope="col">${heading}</th>`).join('')
  const body = rows.map(
    ([first, ...others]) =>
      `<tr><th scope="row">${first}</th>${others.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  )
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeText(caption)}"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}
