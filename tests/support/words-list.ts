// Terms that this project does not use, what to write instead, and where they are allowed all the same.

/** Terms that occur nowhere, with what to write instead; in any form of the word. */
export const everywhere: Record<string, string> = {
  letter: 'email',
  seal: 'encrypt; verification code',
  unseal: 'decrypt',
  press: 'request, click, submit',
  happening: 'event',
  deed: 'audit event',
  patience: 'timeout, retry',
  patiently: 'with retry',
  farewell: 'graceful shutdown',
  goodbye: 'graceful shutdown',
  pulse: 'watchdog',
  door: 'listening socket',
  gate: 'concurrency limiter',
  keeper: 'draft sync',
  crowd: 'users, load',
  rush: 'spike',
  ledger: 'expected state',
  shelf: 'directory',
  mend: 'fix',
  bones: 'skeleton lines',
  whoever: 'the user, the caller',
  office: 'institution, staff, registry',
  complaint: 'error, issue',
  fault: 'error',
}

/** Plain English in a sentence, but misleading in a name. */
export const inNames: Record<string, string> = {
  words: 'messages, labels, formatX',
  means: 'dependencies',
  outside: 'adapters',
  asking: 'lease',
  room: 'limit, capacity',
  turns: 'semaphore',
  patient: 'with retry',
  most: 'max, limit',
  longest: 'max, timeout',
  blank: 'empty',
  look: 'variant',
  become: 'setState',
  tell: 'notify',
  keep: 'save',
  later: 'lazy',
  opening: 'initialState',
  paper: 'pdfDocument',
  notices: 'messages, notifications',
  standing: 'status',
  cast: 'users',
  remembered: 'memoized, cached',
  sound: 'safe',
  caller: 'principal',
  shown: 'visible; renderedTables, snapshot',
}

/** Names that libraries, the platform and providers gave. */
export const foreignNames = new Set([
  'keepAlive',
  'keepAliveTimeout',
  'keepAliveMsecs',
  'keepalive',
  'keepNames',
  'lookbehind',
  // csv-parse
  'INVALID_OPENING_QUOTE',
  // react-day-picker
  'outside',
])

/** Texts that data or other programs fix; they are ignored wherever they occur. */
export const fixedTexts: { text: RegExp; reason: string }[] = [
  { text: /officeDocument|ms-office/g, reason: 'names in Office files' },
  { text: /\bback-office\b/g, reason: "the document about the staff's pages, by the name that the trade has for them" },
]

interface Allowance {
  term: string
  in: RegExp
  reason: string
}

export const allowances: Allowance[] = [
  {
    term: 'complaint',
    in: /contact|complaint|early-clicks|data-export|back-office|features\/audit|features\/emails\/|providers\/mail\/|shared\/(api|messages)\/|platform\/queue\/queue\.ts|server\/services\.ts|server\/database\/|(shared|server)\/lists\/|shared\/roles\/|staff|prerendered|features\/applicants\/|features\/search\/|imports\/file\/|prune|demo\/|canaries|permissions|refusals|ownership|fuzz|glossary|docs\/(architecture|operations)|specification|docs\/calls|CHANGELOG/,
    reason: 'what people send with the contact form, and its email',
  },
  {
    term: 'letter',
    in: /api-docs\/applicant-api|offer|ownership|api\/applicant\/(calls|contracts|slips)|slips\/|slip-result|documents\/|demo\/|docs\/(back-office|calls|operations|registry-guide|security|specification|glossary)|CHANGELOG|dashboard|whole-exercise/,
    reason: 'the letter of an offer, which is a document',
  },
  {
    term: 'door',
    in: /api-docs\/staff-api|attendance|\/sittings\/|door[-/]|staff-door|sitting-document|demo\/sittings|labels\/audit|fixtures\/door|whole-exercise|screens\/pictures|api\/staff\/calls\.ts|exported-tables\.ts|docs\/(back-office|calls|glossary|operations|registry-guide|security)\.md|platform\/pages\/|staff\/(app|entities|paths)|CHANGELOG\.md|build\/staff\.mjs/,
    reason: 'where applicants are let into a sitting',
  },
  {
    term: 'fault',
    in: /^(tests|docs|tools\/test)\/|^(README|CHANGELOG|CONTRIBUTING)\.md$|^vitest\.config\.ts$|src\/simulators\/|\.test\.ts$/,
    reason: 'faults that tests and simulators inject',
  },
  {
    term: 'ledger',
    in: /ledger|src\/shared\/(api\/staff|lists|staff)\/|src\/staff\/((app|entities)\/|list\/list-cells)|src\/server\/(app|services|staff-lists|staff-scope\.test|filter-values\.test)\.ts|server\/database\/|exports\/staff-lists|staff-payments|staff\/views|docs\/(back-office|calls|glossary|operations|registry-guide|security)|CHANGELOG/,
    reason: 'debits and credits by account, by the name that bookkeeping has for them',
  },
  { term: 'press', in: /reviews\/application-page\.test\.tsx$/, reason: 'the attribute aria-pressed' },
  { term: 'seal', in: /encryption\/encryption(\.test)?\.ts$/, reason: 'a label that existing keys were derived with' },
  {
    term: 'shown',
    in: /applications(\/|\.ts$)|reviews\/|entities\/application\/|application-details/,
    reason: 'a field of the API',
  },
]
