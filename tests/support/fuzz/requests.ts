// Arbitrary requests to every call, from valid ones to ones that no honest client sends.
import fc from 'fast-check'
import { z } from 'zod'
import { apiBase } from '#shared/api/calls.ts'
import type { Contract, Schema } from '#shared/api/contract.ts'
import { hostileText, hostileValue } from './hostile-values.ts'
import { corrupt, type JsonSchema, valuesOf } from './values-of-schema.ts'

type FuzzedContract = Pick<Contract, 'params' | 'query' | 'body' | 'summary'>

/** The calls of an API, as requests are made from them. */
export interface FuzzedApi<Name extends string> {
  calls: Readonly<Record<Name, string>>
  contracts: Readonly<Record<Name, FuzzedContract>>
  /** Takes a file in place of a body. */
  uploadCall: Name
}

export interface FuzzRequest<Name extends string = string> {
  call: Name
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

export interface KnownValues<Name extends string = string> {
  texts: string[]
  /** Valid bodies, to be corrupted. */
  bodies: Partial<Record<Name, unknown>>
  file: Buffer
}

/** Node.js rejects request heads beyond 16 KiB. */
const maxHeadLength = 14_000

const json = 'application/json'

/** Without credentials: the sender adds them, because they change during a run. */
export function arbitraryRequest<Name extends string>(
  api: FuzzedApi<Name>,
  known: KnownValues<Name>,
): fc.Arbitrary<FuzzRequest<Name>> {
  return fc.oneof(...(Object.keys(api.calls) as Name[]).map((name) => requestsOf(api, name, known)))
}

function requestsOf<Name extends string>(
  api: FuzzedApi<Name>,
  call: Name,
  known: KnownValues<Name>,
): fc.Arbitrary<FuzzRequest<Name>> {
  const contract = api.contracts[call]
  const [, template = ''] = api.calls[call].split(' ')
  return fc
    .record({
      call: fc.constant(call),
      path: fc
        .tuple(paths(template, contract, known), queries(contract, known))
        .map(([path, query]) => `${apiBase}${path}${query}`.slice(0, maxHeadLength)),
      sent: call === api.uploadCall ? uploads(known.file) : bodies(known.bodies[call], contract, known),
      more: strangeHeaders,
    })
    .map(({ sent, more, ...request }) => ({ ...request, body: sent.body, headers: { ...sent.headers, ...more } }))
}

const schemaOf = (described: Schema) => z.toJSONSchema(described, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** Valid, nearly valid, or hostile values. */
const mixWithInvalid = (right: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 3, arbitrary: right }, { weight: 4, arbitrary: corrupt(right) }, hostileValue)

function paths(path: string, { params }: FuzzedContract, { texts }: KnownValues): fc.Arbitrary<string> {
  if (!params) return fc.constant(path)
  return mixWithInvalid(valuesOf(schemaOf(params), texts)).map((values) =>
    path.replace(/:(\w+)/, (_, name) => encodePath(textAt(values, name))),
  )
}

function queries({ query }: FuzzedContract, { texts }: KnownValues): fc.Arbitrary<string> {
  const strange = fc
    .array(fc.tuple(hostileText, hostileText), { maxLength: 3 })
    .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.map(encodePath).join('=')).join('&')}`))
  if (!query) return fc.oneof({ weight: 4, arbitrary: fc.constant('') }, strange)
  const right = mixWithInvalid(valuesOf(schemaOf(query), texts)).map((values) => {
    const entries = typeof values === 'object' && values !== null ? Object.entries(values) : []
    // A list becomes a repeated parameter.
    const pairs = entries.flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
    return `?${pairs
      .slice(0, 50)
      .map(([name, one]) => `${encodePath(name)}=${encodePath(textOf(one))}`)
      .join('&')}`
  })
  return fc.oneof({ weight: 4, arbitrary: right }, strange)
}

const textAt = (values: unknown, name: string) =>
  textOf(typeof values === 'object' && values !== null ? (values as Record<string, unknown>)[name] : values)

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'))

/** Percent-encodes byte by byte, because encodeURIComponent rejects lone surrogates; sometimes as Latin-1, which is invalid UTF-8. */
const encodePath = (text: string) =>
  [...Buffer.from(text.slice(0, 2_000), text.length % 7 === 0 ? 'latin1' : 'utf8')]
    .map((byte) => (/[\w.~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : hex(byte)))
    .join('')
const hex = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`

interface RequestContent {
  headers: Record<string, string>
  body: Buffer | undefined
}

function bodies(example: unknown, contract: FuzzedContract, known: KnownValues): fc.Arbitrary<RequestContent> {
  const generated = contract.body ? valuesOf(schemaOf(contract.body), known.texts) : fc.constant(undefined)
  const right = example === undefined ? generated : fc.oneof({ weight: 2, arbitrary: fc.constant(example) }, generated)
  const honest = mixWithInvalid(right).map((value) =>
    value === undefined ? none : contentOf(json, JSON.stringify(value) ?? ''),
  )
  return fc.oneof(
    { weight: 9, arbitrary: honest },
    honest.chain(({ body }) => corruptBody(body ?? Buffer.from('{}'))),
  )
}

const none: RequestContent = { headers: {}, body: undefined }
const contentOf = (type: string, body: string | Buffer): RequestContent => ({
  headers: { 'content-type': type },
  body: Buffer.from(body),
})

/** A body that does not match its content type, or is not JSON. */
const corruptBody = (body: Buffer): fc.Arbitrary<RequestContent> =>
  fc.oneof(
    fc.nat(body.length).map((end) => contentOf(json, body.subarray(0, end))),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => contentOf(json, Buffer.from(bytes))),
    fc
      .nat(body.length)
      .map((at) => contentOf(json, Buffer.concat([body.subarray(0, at), Buffer.from([0xff, 0xc0, 0]), body]))),
    fc
      .constantFrom(
        'text/plain',
        'text/xml',
        `${json}; charset=utf-16`,
        'multipart/form-data',
        'a',
        `${json}, text/html`,
      )
      .map((type) => contentOf(type, body)),
    fc
      .constantFrom('{"a":1,"a":2}', '\ufeff{}', '"', '[[[[', '1e400', '{"__proto__":{"x":1}}')
      .map((text) => contentOf(json, text)),
    fc.constant(contentOf(json, `{"a":${'['.repeat(100_000)}`)),
    fc.constant(contentOf(json, `"${'x'.repeat(1_200_000)}"`)),
    fc.constant({ ...contentOf(json, body), headers: { 'content-type': json, 'content-encoding': 'gzip' } }),
    fc.constant(contentOf(json, '')),
  )

const boundary = 'fuzz-boundary'

/** Valid and invalid multipart bodies with valid and corrupted files. */
function uploads(file: Buffer): fc.Arbitrary<RequestContent> {
  const content = fc.oneof(
    fc.constant(file),
    fc.tuple(fc.nat(file.length), fc.uint8Array({ maxLength: 60 })).map(([at, bytes]) => {
      const corruptedFile = Buffer.from(file)
      corruptedFile.set(bytes.subarray(0, file.length - at), at)
      return corruptedFile
    }),
    fc.nat(file.length).map((end) => file.subarray(0, end)),
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(
        '%PDF-1.7',
        '\x89PNG\r\n\x1a\n',
        '\xff\xd8\xff\xe0',
        'PK\x03\x04',
        '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
      )
      .map((magic) => Buffer.concat([Buffer.from(magic, 'latin1'), Buffer.alloc(3_000, 7)])),
  )
  const field = fc.constantFrom('file', 'file', 'file', 'other', '', '__proto__')
  const fileName = fc.oneof(fc.constantFrom('degree.pdf', 'a.jpg', 'b.docx', '', '../../x.pdf', 'CON.png'), hostileText)
  const part = fc.tuple(field, fileName, content).map(([name, named, bytes]) => {
    const safe = named.slice(0, 300).replace(/["\r\n]/g, '_')
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${safe}"\r\n\r\n`
    return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')])
  })
  return fc
    .tuple(fc.array(part, { maxLength: 3 }), fc.constantFrom(`--${boundary}--\r\n`, `--${boundary}--\r\n`, '', '--'))
    .map(([parts, end]) =>
      contentOf(`multipart/form-data; boundary=${boundary}`, Buffer.concat([...parts, Buffer.from(end)])),
    )
}

const headerText = hostileText.map((text) => text.slice(0, 500).replace(/[^\x20-\x7e\xa1-\xff]/g, '?'))
const strangeHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  fc
    .tuple(
      fc.constantFrom(
        'authorization',
        'cookie',
        'if-none-match',
        'x-forwarded-for',
        'user-agent',
        'accept',
        'origin',
        'range',
        'x-http-method-override',
      ),
      headerText,
    )
    .map(([name, value]) => ({ [name]: value })),
)
