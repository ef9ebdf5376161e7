import { Button } from '#kit/ui/actions/button.tsx'
import { Dialog } from '#kit/ui/feedback/dialog.tsx'
import { Checkbox } from '#kit/ui/inputs/checkbox.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { FormStack } from '#kit/ui/layout/form-stack.tsx'
import type { StaffColumns } from '#shared/lists/column.ts'

interface Props {
  columns: StaffColumns
  visible: readonly string[]
  /** The column that stays. */
  fixed: string
  onChoose: (visible: readonly string[]) => void
  onClose: () => void
}

export const ColumnChooser = ({ columns, visible, fixed, onChoose, onClose }: Props) => (
  <Dialog title="Columns" onClose={onClose}>
    <FormStack onSubmit={(form) => onChoose([fixed, ...form.getAll('column').map(String)])}>
      {Object.entries(columns)
        .filter(([key]) => key !== fixed)
        .map(([key, { label }]) => (
          <Checkbox key={key} label={label} name="column" value={key} defaultChecked={visible.includes(key)} />
        ))}
      <Actions>
        <Button type="submit">Show these columns</Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </Actions>
    </FormStack>
  </Dialog>
)
