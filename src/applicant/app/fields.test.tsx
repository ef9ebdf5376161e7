// What fields tell the keyboard of a phone and the password manager, on the pages that have some.
import { expect, test } from 'vitest'
import { openSession } from '#applicant/entities/session/session.ts'
import { buildSummary } from '#tests/support/fixtures/application-summary.ts'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'
import { success } from '#tests/support/ui/scripted-api.ts'

const api = setUpScriptedApi()
const attributes = 'type autocomplete autocapitalize autocorrect spellcheck inputmode enterkeyhint maxlength'.split(' ')
const readFields = () =>
  [...document.querySelectorAll('input, textarea')].map((field) => {
    const given = attributes.filter((name) => field.hasAttribute(name))
    return [field.getAttribute('name'), ...given.map((name) => `${name}=${field.getAttribute(name)}`)].join(' ')
  })

const asTyped = 'autocorrect=off spellcheck=false'
const userId = `userId type=text autocomplete=username autocapitalize=characters ${asTyped} enterkeyhint=next`
const hidden = `autocapitalize=none ${asTyped}`
const newPassword = [
  `password type=password autocomplete=new-password ${hidden} enterkeyhint=next`,
  `confirmed type=password autocomplete=new-password ${hidden} enterkeyhint=go`,
]

test.each([
  ['/auth/login', [userId, `password type=password autocomplete=current-password ${hidden} enterkeyhint=go`]],
  ['/auth/forget-password', [userId, 'email type=email autocomplete=email spellcheck=false enterkeyhint=send']],
  [
    '/auth/update-password?code=the-code',
    [userId, 'email type=email autocomplete=email spellcheck=false enterkeyhint=next', ...newPassword],
  ],
  [
    '/auth/update-password',
    [
      'username type=hidden autocomplete=username',
      `currentPassword type=password autocomplete=current-password ${hidden} enterkeyhint=next`,
      ...newPassword,
    ],
  ],
  [
    '/auth/verify-nin',
    ['nin type=text autocomplete=off inputmode=numeric enterkeyhint=go maxlength=11', 'consent type=checkbox'],
  ],
  ['/verify', [`code type=text autocomplete=off autocapitalize=characters ${asTyped} enterkeyhint=go maxlength=40`]],
  ['/contact', [userId, 'complain maxlength=3000']],
  ['/app/dashboard', ['rrr type=text autocomplete=off inputmode=numeric enterkeyhint=go']],
])('the fields of %s', async (path, fields) => {
  const user = buildUser({ paymentstatus: true })
  openSession('t', user)
  api.current.answerCalls({ 'GET /users/me': success(user), 'GET /applications/my/summary': success(buildSummary()) })
  await visit(path)
  expect(readFields()).toEqual(fields)
})
