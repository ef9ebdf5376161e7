import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { sections } from '#shared/application/sections.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { renderForm } from '#tests/support/ui/rendered-form.tsx'
import { ListStep } from '../view/list-step.tsx'

const [qualification] = createCompleteAnswers('/api/v1/files/1').academicQualification
const user = userEvent.setup({ applyAccept: false })
const file = (name: string, type: string, size = 10) => new File([new Uint8Array(size)], name, { type })
const pdf = (name: string) => file(name, 'application/pdf')
const settle = (action: () => void) =>
  act(async () => {
    action()
    await Promise.resolve()
  })

/** Of an incomplete qualification, so that its card is expanded. */
async function showDrop(fileUrl: string[] = []) {
  const rendered = renderForm(<ListStep name="academicQualification" list={sections.academicQualification} />, {
    academicQualification: [{ ...qualification!, institution: '', fileUrl }],
  })
  const drop = await screen.findByRole('group', { name: 'Certificate files' })
  const picker = await within(drop).findByLabelText('Certificate files')
  const choose = async (...files: File[]) => {
    await user.upload(picker, files)
    await waitFor(() => expect(screen.getByRole('group', { name: 'Certificate files' })).toBeDefined())
  }
  const links = () => rendered.answers().academicQualification[0]?.fileUrl
  return { ...rendered, drop, picker, choose, links }
}

test('the drop zone names the file types and the size limit', async () => {
  const { drop } = await showDrop()
  expect(within(drop).getByRole('button', { name: 'Choose files: Certificate files' })).toBeDefined()
  expect([within(drop).queryByRole('alert'), within(drop).queryByRole('list')]).toEqual([null, null])
  expect(drop.textContent).toContain('PDF, JPEG, PNG, DOC or DOCX, up to 5 MB each.')
})

test('several files are sent in one call each, show name, size and progress, and become links of the entry', async () => {
  const { choose, sent, links, drop } = await showDrop()
  await choose(pdf('one.pdf'), pdf('two.pdf'))
  await waitFor(() => expect(sent.map((one) => one.file.name)).toEqual(['one.pdf', 'two.pdf']))
  expect(drop.textContent).toContain('one.pdf0 % of 10 B')
  expect(within(drop).getByText('Uploading 2 files')).toBeDefined()
  await settle(() => sent[0]?.report(0.5, 1200))
  expect(drop.textContent).toContain('one.pdf50 % of 1200 B')
  const bar = within(drop).getByRole<HTMLProgressElement>('progressbar', { name: 'Uploading one.pdf' })
  expect(bar.value).toBe(50)
  await settle(() => sent[0]?.report(1, 1200))
  expect(drop.textContent).toContain('one.pdfChecking…')
  // How long that takes is not known.
  expect(bar.hasAttribute('value')).toBe(false)
  await settle(() => sent[0]?.succeed('/api/v1/files/a'))
  await settle(() => sent[1]?.succeed('/api/v1/files/b'))
  expect(links()).toEqual(['/api/v1/files/a', '/api/v1/files/b'])
  const link = within(drop).getByRole<HTMLAnchorElement>('link', { name: 'View File 2' })
  expect([link.getAttribute('href'), link.target]).toEqual(['/api/v1/files/b', '_blank'])
  expect(await screen.findByText('Files uploaded successfully!')).toBeDefined()
})

test('a file that is still being sent when other answers replace its entry is added to none', async () => {
  const { form, queue, choose, sent, links } = await showDrop()
  await choose(pdf('one.pdf'))
  const other = { ...qualification!, institution: '', course: 'Another', fileUrl: [] }
  act(() => form.replaceAnswers({ ...form.getState().answers, academicQualification: [other] }))
  // Nothing that cannot be seen any more holds the applicant back.
  expect(queue.getUploads()).toEqual([])
  await settle(() => sent[0]?.succeed())
  expect([links(), screen.queryByText('File uploaded successfully!')]).toEqual([[], null])
})

test('a single file is announced in the singular', async () => {
  const { choose, sent } = await showDrop()
  await choose(pdf('one.pdf'))
  await waitFor(() => expect(sent).toHaveLength(1))
  await settle(() => sent[0]?.succeed())
  expect(await screen.findByText('File uploaded successfully!')).toBeDefined()
})

test('a failed file shows its error, and can be retried or removed', async () => {
  const { choose, sent, links, drop } = await showDrop()
  await choose(pdf('bad.pdf'))
  await waitFor(() => expect(sent).toHaveLength(1))
  const isWaiting = () => within(drop).getByText('bad.pdf').closest('li')?.hasAttribute('data-waiting')
  expect(isWaiting()).toBe(false)
  await settle(() => sent[0]?.fail('This file is damaged and could not be read.'))
  expect(isWaiting()).toBe(true)
  expect(drop.textContent).toContain('This file is damaged and could not be read.')
  await user.click(within(drop).getByRole('button', { name: 'Retry bad.pdf' }))
  expect(document.activeElement?.textContent).toContain('Choose files')
  await settle(() => sent[1]?.fail('Again.'))
  await user.click(within(drop).getByRole('button', { name: 'Remove bad.pdf' }))
  expect(drop.textContent).not.toContain('bad.pdf')
  expect(links()).toEqual([])
  expect(document.activeElement?.textContent).toContain('Choose files')
})

test('a picture that was sent is shown in its row, another file is not', async () => {
  const { choose, sent, drop } = await showDrop()
  await choose(file('scan.png', 'image/png'), pdf('one.pdf'))
  await waitFor(() => expect(sent).toHaveLength(2))
  await settle(() => sent[0]?.succeed('/api/v1/files/a'))
  await settle(() => sent[1]?.succeed('/api/v1/files/b'))
  const [scan, one] = within(drop).getAllByRole('listitem')
  expect(scan?.querySelector('img')?.src).toMatch(/^blob:/)
  expect(one?.querySelector('img')).toBeNull()
})

test('screen readers hear how many files are being sent, and how many wait for the network', async () => {
  const { choose, sent, drop } = await showDrop()
  const progress = within(drop).getByRole('status')
  await choose(pdf('one.pdf'), pdf('two.pdf'))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(progress.textContent).toBe('Uploading 2 files')
  await settle(() => sent[0]?.fail('Offline.', { isOffline: true }))
  expect(progress.textContent).toBe('Uploading 1 file')
  await settle(() => sent[1]?.fail('Offline.', { isOffline: true }))
  expect(progress.textContent).toBe('2 files are waiting for network')
  expect(within(drop).getAllByRole('button', { name: /^Retry/ })).toHaveLength(2)
  await user.click(within(drop).getByRole('button', { name: 'Remove two.pdf' }))
  expect(progress.textContent).toBe('1 file is waiting for network')
})

test('of three files two are sent at a time, and all are on their way', async () => {
  const { choose, sent, drop } = await showDrop()
  await choose(pdf('one.pdf'), pdf('two.pdf'), pdf('three.pdf'))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(within(drop).getByRole('status').textContent).toBe('Uploading 3 files')
  const isKnown = (name: string) =>
    within(drop)
      .getByRole('progressbar', { name: `Uploading ${name}` })
      .hasAttribute('value')
  expect(['one.pdf', 'three.pdf'].map(isKnown)).toEqual([true, false])
})

test('a photo is taken with the camera of the phone, and nothing when none was taken', async () => {
  const { drop, sent } = await showDrop()
  const camera = within(drop).getByLabelText<HTMLInputElement>('Certificate files: photo')
  expect([camera.getAttribute('capture'), camera.accept, camera.tabIndex]).toEqual([
    'environment',
    'image/jpeg,image/png',
    -1,
  ])
  const opened = vi.spyOn(camera, 'click').mockReturnValue()
  await user.click(within(drop).getByRole('button', { name: 'Take a photo: Certificate files' }))
  expect(opened).toHaveBeenCalledOnce()
  fireEvent.change(camera, { target: { files: [] } })
  expect(screen.queryByText('No files selected. Please select a file.')).toBeNull()
  const clear = vi.spyOn(camera, 'value', 'set')
  await settle(() => void fireEvent.change(camera, { target: { files: [file('scan.jpg', 'image/jpeg')] } }))
  // Else a browser says nothing when the same picture is chosen once more.
  expect(clear).toHaveBeenCalledWith('')
  await waitFor(() => expect(sent.map((one) => one.file.name)).toEqual(['scan.jpg']))
})

test('who closes the dialog without a file is told so, until there is one', async () => {
  const { drop, picker, choose } = await showDrop()
  await user.click(within(drop).getByRole('button', { name: /^Choose files/ }))
  const isTold = () => screen.queryByText('No files selected. Please select a file.') !== null
  const isMissing = () => drop.textContent.includes('All academic qualification fields are required.')
  const isMarked = () => picker.parentElement?.className.includes('invalid')
  expect([isTold(), isMissing(), isMarked()]).toEqual([false, false, false])
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  fireEvent.focus(window)
  await act(() => vi.advanceTimersByTimeAsync(300))
  vi.useRealTimers()
  expect(isTold()).toBe(true)
  expect(screen.getByRole('alert').textContent).toBe('No files selected. Please select a file.')
  // As a field that one has left: what it needs is said, too.
  expect([isMissing(), isMarked()]).toEqual([true, true])
  await choose(pdf('one.pdf'))
  expect(isTold()).toBe(false)
})

test('a file that failed is not counted as on its way', async () => {
  const { choose, sent, drop } = await showDrop()
  await choose(pdf('bad.pdf'))
  await waitFor(() => expect(sent).toHaveLength(1))
  await settle(() => sent[0]?.fail('Damaged.'))
  expect(within(drop).getByRole('status').textContent).toBe('')
})

test('an uploaded file can be removed', async () => {
  const { drop, links } = await showDrop(['/api/v1/files/a', '/api/v1/files/b'])
  for (const detail of [1, 2]) fireEvent.click(within(drop).getByRole('button', { name: 'Remove file 1' }), { detail })
  expect(links()).toEqual(['/api/v1/files/b'])
})

test.each([
  [[file('notes.txt', 'text/plain')], 'notes.txt: File type must be PDF, JPEG, PNG, DOC or DOCX.'],
  [
    [file('huge.pdf', 'application/pdf', 6 * 1024 * 1024)],
    'huge.pdf: The file is larger than 5 MB. Choose a smaller one.',
  ],
  [[file('empty.pdf', 'application/pdf', 0)], 'empty.pdf: The file is empty. Choose another one.'],
])('%#: the drop zone rejects the file and says why', async (files, sentence) => {
  const { choose, sent } = await showDrop()
  await choose(...files)
  expect(await screen.findByText(sentence)).toBeDefined()
  expect(sent).toEqual([])
})

test('files beyond the limit are rejected by name, and the others are uploaded', async () => {
  const { choose, sent, queue } = await showDrop(Array.from({ length: 9 }, (_, i) => `/f/${i}`))
  expect(screen.getByRole('button', { name: 'Choose a file: Certificate files' })).toBeDefined()
  expect(screen.queryByText(/files belong here/)).toBeNull()
  await choose(pdf('tenth.pdf'), pdf('eleventh.pdf'))
  expect(await screen.findByText('eleventh.pdf: Too many files, at most 10 here.')).toBeDefined()
  expect([queue.getUploads().length, sent[0]?.file.name]).toEqual([1, 'tenth.pdf'])
})

test('files of one name that are rejected for the same reason are named once', async () => {
  const { choose } = await showDrop()
  await choose(file('notes.txt', 'text/plain'), file('notes.txt', 'text/plain'))
  expect(await screen.findAllByText(/^notes\.txt: File type must be/)).toHaveLength(1)
})

test('a full answer explains the limit instead of offering a button', async () => {
  renderForm(<ListStep name="academicQualification" list={sections.academicQualification} />, {
    academicQualification: [
      { ...qualification!, institution: '', fileUrl: Array.from({ length: 10 }, (_, i) => `/f/${i}`) },
    ],
  })
  expect(await screen.findByText('At most 10 files belong here. Remove one to add another.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Choose/ })).toBeNull()
})

test('who chooses the last file that belongs here stays at what says so', async () => {
  const { choose, drop } = await showDrop(Array.from({ length: 8 }, (_, i) => `/f/${i}`))
  const button = within(drop).getByRole('button', { name: 'Choose files: Certificate files' })
  button.focus()
  await choose(pdf('ninth.pdf'))
  expect(button.isConnected).toBe(true)
  await choose(pdf('tenth.pdf'))
  expect(document.activeElement?.textContent).toBe('At most 10 files belong here. Remove one to add another.')
})

test('who removes a file of a full answer, or sends one again, does not come to the button that removes another', async () => {
  const { choose, sent, links, drop } = await showDrop(Array.from({ length: 9 }, (_, i) => `/f/${i}`))
  await choose(pdf('tenth.pdf'))
  await waitFor(() => expect(sent).toHaveLength(1))
  await settle(() => sent[0]?.fail('Busy.'))
  within(drop).getByRole('button', { name: 'Retry tenth.pdf' }).focus()
  await user.keyboard('{Enter}{Enter}')
  expect(document.activeElement?.textContent).toBe('At most 10 files belong here. Remove one to add another.')
  expect(links()).toHaveLength(9)
  await settle(() => sent[1]?.succeed('/f/9'))
  within(drop).getByRole('button', { name: 'Remove file 5' }).focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement?.textContent).toContain('Choose a file')
  expect(links()).toHaveLength(9)
})

test('dropping something that is not a file asks for a file', async () => {
  const { picker } = await showDrop()
  await act(async () => {
    fireEvent.drop(picker.parentElement as HTMLElement, {
      dataTransfer: { files: [], items: [], types: ['Files'] },
    })
  })
  expect(await screen.findByText('Please select at least one file')).toBeDefined()
})

test('files that are held over the drop zone mark it, until they leave it', async () => {
  const { picker } = await showDrop()
  const zone = picker.parentElement as HTMLElement
  const isMarked = () => zone.className.includes('over')
  expect(isMarked()).toBe(false)
  const dataTransfer = { files: [pdf('one.pdf')], items: [], types: ['Files'] }
  fireEvent.dragEnter(zone, { dataTransfer })
  await waitFor(() => expect(isMarked()).toBe(true))
  fireEvent.dragLeave(zone, { dataTransfer })
  await waitFor(() => expect(isMarked()).toBe(false))
})

test('collapsing or removing a card neither stops nor misplaces an upload of another card', async () => {
  const second = { ...qualification!, institution: 'Second', certificate: '' }
  const { sent, answers } = renderForm(
    <ListStep name="academicQualification" list={sections.academicQualification} />,
    {
      academicQualification: [
        { ...qualification!, institution: '', fileUrl: [] },
        { ...second, fileUrl: [] },
      ],
    },
  )
  const pickers = await screen.findAllByLabelText('Certificate files', { selector: 'input' })
  await user.upload(pickers[1] as HTMLElement, pdf('late.pdf'))
  await waitFor(() => expect(sent).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: /^Academic qualification 2/ }))
  await user.click(screen.getByRole('button', { name: 'Remove Academic qualification 1' }))
  await settle(() => sent[0]?.succeed('/api/v1/files/late'))
  expect(answers().academicQualification).toMatchObject([{ institution: 'Second', fileUrl: ['/api/v1/files/late'] }])
})

test('removing a card stops its uploads', async () => {
  const { choose, queue } = await showDrop()
  await choose(pdf('one.pdf'))
  expect(queue.getUploads()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Remove Academic qualification 1' }))
  expect(queue.getUploads()).toEqual([])
})

test('files of an earlier visit show name and size beside their link', async () => {
  const [qualification] = createCompleteAnswers('/api/v1/files/1').academicQualification
  renderForm(
    <ListStep name="academicQualification" list={sections.academicQualification} />,
    { academicQualification: [{ ...qualification!, institution: '', fileUrl: ['/api/v1/files/1'] }] },
    [{ link: '/api/v1/files/1', name: 'degree.pdf', size: 900 }],
  )
  const link = await screen.findByRole('link', { name: 'View File 1' })
  expect(await screen.findByText('degree.pdf, 900 B')).toBeDefined()
  expect(link.closest('li')?.textContent).toContain('View File 1degree.pdf, 900 B')
})

test('without a file nothing is asked about files of an earlier visit', async () => {
  const { queue } = renderForm(
    <ListStep name="academicQualification" list={sections.academicQualification} />,
    { academicQualification: [{ ...qualification!, institution: '', fileUrl: [] }] },
    [{ link: '/api/v1/files/1', name: 'degree.pdf', size: 900 }],
  )
  await settle(() => {})
  expect(queue.getUploadedFile('/api/v1/files/1')).toBeUndefined()
})

test('a file that the server refuses cannot be sent again, only removed', async () => {
  const { choose, sent, drop } = await showDrop()
  await choose(pdf('bad.pdf'))
  await waitFor(() => expect(sent).toHaveLength(1))
  await settle(() => sent[0]?.fail('Damaged.', { isOffline: false, isFinal: true }))
  expect(within(drop).queryByRole('button', { name: /^Retry/ })).toBeNull()
  expect(within(drop).getByRole('button', { name: 'Remove bad.pdf' })).toBeDefined()
})
