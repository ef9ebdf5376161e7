import { Button } from '#web/ui/actions/button.tsx'
import { FactList } from '#web/ui/layout/fact-list.tsx'
import { Actions } from '../actions.tsx'
import { Dialog } from '../dialog.tsx'

export const KeyHelp = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keys" onClose={onClose}>
    <FactList
      facts={[
        ['/', 'Find'],
        ['j and k', 'Next and previous row'],
        ['Enter', 'Open the row'],
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
