// The inbox as a page: every email with its links, HTML in a sandbox.

import { escapeHtml, htmlResponse, type SimulatorResponse } from '../http/reply.ts'
import type { Message } from './messages.ts'

export function inboxPage(messages: Message[]): SimulatorResponse {
  const emails = messages.length > 0 ? messages.toReversed().map(renderEmail).join('\n') : '<p>No email yet.</p>'
  return htmlResponse(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<title>Mailbox (simulated)</title><style>
* { box-sizing: border-box; } body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; font: 16px/1.5 system-ui, sans-serif; color: #1c1b19; }
article { margin: 1.5rem 0; padding: 1rem 1.25rem; border: 1px solid #d6d3d1; border-radius: 8px; }
h2 { margin: 0; font-size: 1.2rem; } dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 12px; color: #57534e; } dd { margin: 0; }
iframe { width: 100%; height: 30rem; border: 1px solid #d6d3d1; background: #fff; } pre { white-space: pre-wrap; font: inherit; }
summary { min-height: 32px; cursor: pointer; }
</style></head><body><h1>Mailbox (simulated)</h1><p>Newest first. <a href="/">Look again</a></p>${emails}</body></html>`)
}

function renderEmail({ id, from, to, subject, text, html, date, attachments }: Message): string {
  const facts = [
    ['From', from],
    ['To', to.join(', ')],
    ['Date', dateFormat.format(new Date(date))],
    ['Attached', attachments.map(({ name, bytes }) => `${name} (${bytes} bytes)`).join(', ')],
  ].filter(([, value]) => value)
  return `<article aria-labelledby="mail-${id}"><h2 id="mail-${id}">${escapeHtml(subject || '(no subject)')}</h2>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value ?? '')}</dd>`).join('')}</dl>
${renderLinks(text, html)}${html ? renderSandbox(html, subject) : `<pre>${escapeHtml(text)}</pre>`}
${html && text ? `<details><summary>As plain text</summary><pre>${escapeHtml(text)}</pre></details>` : ''}</article>`
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lagos' })

/** Without scripts and origin; links open in a new tab. */
function renderSandbox(html: string, subject: string): string {
  // The sandbox would report every script it blocks: on the console, for ever.
  const document = `<base target="_blank">${html.replace(/<script\b.*?<\/script>/gis, '')}`
  return `<iframe title="${escapeHtml(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(document)}"></iframe>`
}

function renderLinks(text: string, html: string): string {
  const found = new Set([...findHrefs(html), ...(text.match(/https?:\/\/[^\s<>"')\]]*[^\s<>"')\].,;:!?]/g) ?? [])])
  if (found.size === 0) return ''
  const items = [...found].map((url) => `<li><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></li>`)
  return `<p>Links in this email:</p><ul>${items.join('')}</ul>`
}

function findHrefs(html: string): string[] {
  return [...html.matchAll(/href="(https?:\/\/[^"]+)"/g)].map(([, url]) => (url ?? '').replace(/&amp;/g, '&'))
}
