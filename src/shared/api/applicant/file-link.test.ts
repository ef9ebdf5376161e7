import { expect, test } from 'vitest'
import { getLoginPathForFile, readFileLink } from './file-link.ts'

const read = (path: string) => readFileLink(new URL(getLoginPathForFile(path), 'https://portal.test').searchParams)

test.each(['/api/v1/files/0a0a0a0a-0000-4000-8000-000000000001', '/api/v1/slips/application.pdf'])(
  'the login leads on to %s',
  (path) => expect(read(path)).toBe(path),
)

test.each([
  '',
  'https://elsewhere.test/api/v1/files/1',
  '//elsewhere.test/api/v1/files/1',
  '/api/v1/files/../users/me',
  '/api/v1/files/%2e%2e/users/me',
  '/api/v1/files/\\elsewhere.test',
  '/api/v1/users/me',
  'javascript:alert(1)',
])('the login leads on to nothing else, such as "%s"', (path) => expect(read(path)).toBeNull())
