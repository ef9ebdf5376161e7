import { Button } from '#kit/ui/actions/button.tsx'
import { Dialog } from '#kit/ui/feedback/dialog.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'

interface Props {
  /** Whether rows of the list can be chosen. */
  isChoosable: boolean
  onClose: () => void
}

export const KeyHelp = ({ isChoosable, onClose }: Props) => (
  <Dialog title="Keys" onClose={onClose}>
    <FactList
      facts={[
        ['/', 'Search everywhere'],
        ['s', 'Find in this list'],
        ['j and k', 'Next and previous row'],
        ['Enter', 'Open the row'],
        ...(isChoosable
          ? ([
              ['x', 'Choose the row, or take it out'],
              ['Shift and x', 'Choose all rows from the last one to this'],
            ] as const)
          : []),
        ['f', 'Filters'],
        ['] and [', 'Next and previous page'],
        ['?', 'This list'],
      ]}
    />
    <p>They can be turned off under My account.</p>
    <Actions>
      <Button onClick={onClose}>Close</Button>
    </Actions>
  </Dialog>
)
