import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { trackActivity } from '../../http/activity.ts'
import { ProgressBar } from '../feedback/progress-bar.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { BusyBar } from './app-frame.tsx'
import { Card } from './card.tsx'
import { PageHead } from './page-head.tsx'
import { PlainTable } from './plain-table.tsx'
import { Sheet } from './sheet.tsx'
import { Stepper } from './stepper.tsx'
import { Tabs } from './tabs.tsx'

const step = (name: string, state: 'done' | 'current' | 'invalid' | 'upcoming', more = {}) => ({ name, state, ...more })

test('each step says its state and its note; the current one alone is current', async () => {
  const onSelect = vi.fn()
  render(
    <Stepper
      label="Your way"
      steps={[
        step('Account', 'done', { note: '3 May', onSelect }),
        step('Form', 'invalid'),
        step('Payment', 'current'),
        step('Test', 'upcoming'),
      ]}
    />,
  )
  const steps = screen.getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Account, done, 3 May',
    'Form, needs attention',
    '3Payment, current',
    '4Test, not started',
  ])
  expect(steps.map((one) => one.querySelector('svg') !== null)).toEqual([true, true, false, false])
  // A screen reader counts the steps itself.
  expect(steps.map((one) => one.querySelector('[aria-hidden=true]')?.textContent)).toEqual(['', '', '3', '4'])
  expect(steps.map((one) => one.getAttribute('aria-current'))).toEqual([null, null, 'step', null])
  expect(screen.getAllByRole('button')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: /^Account/ }))
  expect(onSelect).toHaveBeenCalledOnce()
})

test('a line of up to five steps has space for a name on a phone, and a longer one has not', () => {
  const { rerender } = render(<Stepper label="Your way" steps={[]} />)
  const listClasses = (count: number) => {
    rerender(<Stepper label="Your way" steps={Array.from({ length: count }, (_, n) => step(`Step ${n}`, 'done'))} />)
    return screen.getByRole('list').classList.length
  }
  expect([5, 6].map(listClasses)).toEqual([2, 1])
})

test('tabs are one stop of the Tab key; arrows, Home and End lead from one to the next, and round', async () => {
  render(
    <Tabs
      label="Parts"
      tabs={[
        { name: 'a', label: 'One', panel: <p>Panel one</p> },
        { name: 'b', label: 'Two', panel: <p>Panel two</p> },
        { name: 'c', label: 'Three', panel: <p>Panel three</p> },
      ]}
    />,
  )
  const open = () => {
    const tab = screen.getByRole('tab', { selected: true })
    const panel = screen.getByRole('tabpanel', { name: tab.textContent ?? '' })
    expect([tab.getAttribute('aria-controls'), tab.tabIndex]).toEqual([panel.id, 0])
    for (const other of screen.getAllByRole('tab', { selected: false }))
      expect([other.getAttribute('aria-controls'), other.tabIndex]).toEqual([null, -1])
    return panel.textContent
  }
  expect(screen.getByRole('tablist', { name: 'Parts' }).contains(screen.getByRole('tab', { name: 'One' }))).toBe(true)
  expect(open()).toBe('Panel one')
  await userEvent.tab()
  for (const [key, panel] of [
    ['ArrowRight', 'Panel two'],
    ['ArrowRight', 'Panel three'],
    ['ArrowRight', 'Panel one'],
    ['ArrowLeft', 'Panel three'],
    ['Home', 'Panel one'],
    ['End', 'Panel three'],
    ['x', 'Panel three'],
  ]) {
    await userEvent.keyboard(`{${key}}`)
    expect(open()).toBe(panel)
    expect(document.activeElement).toBe(screen.getByRole('tab', { selected: true }))
  }
  await userEvent.click(screen.getByRole('tab', { name: 'Two' }))
  expect(open()).toBe('Panel two')
})

test('numbers of a table are marked by their column, and a table of three columns is a wide one', () => {
  const { rerender } = render(
    <PlainTable
      caption="Sums"
      headings={['Day', 'Sum']}
      numeric={['Sum']}
      rows={[{ key: '1', cells: ['Monday', '5'] }]}
    />,
  )
  const isNumeric = (element: Element) => element.hasAttribute('data-numeric')
  expect(screen.getAllByRole('columnheader').map(isNumeric)).toEqual([false, true])
  expect(screen.getAllByRole('cell').map(isNumeric)).toEqual([false, true])
  const table = screen.getByRole('table', { name: 'Sums' })
  expect(table.dataset.shape).toBe('sums')
  rerender(<PlainTable caption="Sums" headings={['Day', 'Sum', 'Note']} rows={[]} />)
  expect(table.dataset.shape).toBe('wide')
  rerender(<PlainTable caption="Sums" headings={['Day', 'Note']} rows={[]} />)
  expect(table.dataset.shape).toBeUndefined()
})

test('a sheet has its version for paper beside it, if there is one', () => {
  const { rerender } = render(<Sheet title="Slip">Text</Sheet>)
  const { className } = screen.getByRole('heading').parentElement as HTMLElement
  rerender(
    <Sheet title="Slip" printVersion={<p>On paper</p>}>
      Text
    </Sheet>,
  )
  expect(screen.getByText('On paper')).toBeDefined()
  expect((screen.getByRole('heading').parentElement as HTMLElement).className).not.toBe(className)
})

test('a card is a section of its title; the head of a page has what it is given alone', () => {
  const { container, rerender } = render(<Card>Text</Card>)
  expect(screen.queryByRole('region')).toBeNull()
  rerender(
    <Card title="Facts" aside={<a href="/">All</a>}>
      Text
    </Card>,
  )
  expect(screen.getByRole('region', { name: 'Facts' }).textContent).toBe('FactsAllText')
  rerender(<PageHead title="Exports" />)
  expect(container.querySelectorAll('header > *')).toHaveLength(1)
  rerender(<PageHead title="Exports" intro="Files." actions={<button type="button">New</button>} />)
  expect(container.querySelector('header')?.textContent).toBe('ExportsFiles.New')
})

test('progress that is unknown has no value; a skeleton without a name of its own says nothing', () => {
  const { rerender } = render(<ProgressBar label="Issued" fraction={null} />)
  const bar = screen.getByRole('progressbar', { name: 'Issued' })
  expect(bar.hasAttribute('value')).toBe(false)
  rerender(<ProgressBar label="Issued" fraction={0.254} />)
  expect(bar.getAttribute('value')).toBe('25')
  rerender(<Skeleton label={null} />)
  expect([screen.queryByRole('status'), document.querySelector('span')]).toEqual([null, null])
  rerender(<Skeleton label="Loading the list…" />)
  expect(screen.getByRole('status').textContent).toBe('Loading the list…')
})

test('the bar on top moves while any call runs', async () => {
  const { container } = render(<BusyBar />)
  const isMoving = () => container.querySelector('[data-busy]') !== null
  expect(isMoving()).toBe(false)
  const calls = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  act(() => {
    for (const { promise } of calls) void trackActivity(promise)
  })
  for (const { resolve } of calls) {
    expect(isMoving()).toBe(true)
    await act(async () => resolve())
  }
  expect(isMoving()).toBe(false)
})
