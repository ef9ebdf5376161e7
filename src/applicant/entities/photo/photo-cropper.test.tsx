import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { initialView, maxZoom } from './crop-view.ts'
import { PhotoCropper } from './photo-cropper.tsx'

const picture = { width: 1_200, height: 1_600 } as ImageBitmap

function show({ busy = false } = {}) {
  const onUse = vi.fn<(view: typeof initialView) => void>()
  const onClose = vi.fn<() => void>()
  render(<PhotoCropper picture={picture} busy={busy} onUse={onUse} onClose={onClose} />)
  return { onUse, onClose, frame: screen.getByRole('application', { name: 'Photo in its frame' }) }
}
const said = () => screen.getByRole('status').textContent
/** @returns whether the page would act on the key, too */
const hitKey = (element: HTMLElement, key: string, modifiers = {}) => fireEvent.keyDown(element, { key, ...modifiers })

test('the frame takes the focus, and nothing is said before the first change', () => {
  const { frame } = show()
  expect(document.activeElement).toBe(frame)
  expect(screen.getByRole('application', { description: /use the arrow keys and \+ and −\.$/ })).toBe(frame)
  expect(said()).toBe('')
})

test('keys zoom and move the photo and nothing else: the page does not scroll', () => {
  const { frame } = show()
  expect(hitKey(frame, '+')).toBe(false)
  expect(said()).toContain('Zoom 110 %. The middle of the frame is 50 % from the left')
  hitKey(frame, '=')
  expect(said()).toContain('Zoom 121 %')
  hitKey(frame, '-')
  expect(said()).toContain('Zoom 110 %')
  const middle = said()
  for (const [key, back] of [
    ['ArrowLeft', 'ArrowRight'],
    ['ArrowUp', 'ArrowDown'],
  ] as const) {
    expect(hitKey(frame, key)).toBe(false)
    const moved = said()
    expect(moved).not.toBe(middle)
    expect(hitKey(frame, back)).toBe(false)
    expect(said()).toBe(middle)
    hitKey(frame, back)
    expect([middle, moved]).not.toContain(said())
    hitKey(frame, key)
  }
})

test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])(
  'the browser keeps its own keys: + with %o zooms the page',
  (modifier) => {
    const { frame } = show()
    expect(hitKey(frame, '+', modifier)).toBe(true)
    expect(hitKey(frame, 'Tab')).toBe(true)
    expect(said()).toBe('')
  },
)

test('Escape leaves the photo as it was saved, as its button does', async () => {
  const { frame, onClose } = show()
  hitKey(frame, 'Escape')
  expect(onClose).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Leave it as it is' }))
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('the photo is saved as the frame shows it, by the slider and the buttons too', async () => {
  const { onUse } = show()
  const slider = screen.getByRole('slider')
  expect(['min', 'max', 'step'].map((name) => slider.getAttribute(name))).toEqual(['1', String(maxZoom), '0.05'])
  fireEvent.input(slider, { target: { value: '2' } })
  await userEvent.click(screen.getByRole('button', { name: 'Move the photo left' }))
  await userEvent.click(screen.getByRole('button', { name: 'Move the photo up' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save photo' }))
  const [view] = onUse.mock.calls[0] ?? []
  expect(view?.zoom).toBe(2)
  expect([view!.x > initialView.x, view!.y > initialView.y]).toEqual([true, true])
})

test('while the photo is saved it is not saved again', async () => {
  const { onUse } = show({ busy: true })
  await userEvent.click(screen.getByRole('button', { name: /Save photo/ }))
  expect(onUse).not.toHaveBeenCalled()
})

test('one finger drags the photo, two zoom it, and a finger that is lifted moves nothing', () => {
  const { frame } = show()
  frame.setPointerCapture = () => {}
  frame.getBoundingClientRect = () => ({ width: 300, height: 400 }) as DOMRect
  const point = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', pointerId: number, x: number, y: number) =>
    act(() => void fireEvent[type](frame, { pointerId, clientX: x, clientY: y }))
  point('pointerMove', 1, 50, 50)
  expect(said()).toBe('')
  point('pointerDown', 1, 100, 100)
  point('pointerDown', 2, 200, 100)
  point('pointerMove', 2, 300, 100)
  expect(said()).toContain('Zoom 200 %')
  point('pointerUp', 2, 300, 100)
  const before = said()
  point('pointerMove', 1, 130, 100)
  expect(said()).toContain('Zoom 200 %')
  expect(said()).not.toBe(before)
  point('pointerUp', 1, 130, 100)
  const after = said()
  point('pointerMove', 1, 200, 200)
  expect(said()).toBe(after)
})
