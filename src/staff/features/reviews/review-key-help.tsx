import { Button } from '#kit/ui/actions/button.tsx'
import { Dialog } from '#kit/ui/feedback/dialog.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'

export const ReviewKeyHelp = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keys" onClose={onClose}>
    <FactList
      facts={[
        ['1, 2, 3', 'Shortlist, reject, hold'],
        ['r', 'Reasons'],
        ['a to p', 'Choose the reason that names this key, while the reasons are on the page'],
        ['u', 'Undo the last choice'],
        ['Ctrl or ⌘ + Enter', 'Record'],
        ['] and [', 'Next and previous case, in the queue or list'],
        ['Escape', 'Close the file'],
        ['?', 'This list'],
      ]}
    />
    <p>They can be turned off under My account.</p>
    <Actions>
      <Button onClick={onClose}>Close</Button>
    </Actions>
  </Dialog>
)
