import { Trash2 } from 'lucide-react'
import { IconButton } from './icon-button.tsx'

interface Props {
  label: string
  onRemove(): void
}

/** Ignores the second click of a double click, which meets what has moved into the place of what is gone. */
export const RemoveButton = ({ label, onRemove }: Props) => (
  <IconButton icon={Trash2} label={label} onClick={({ detail }) => detail < 2 && onRemove()} />
)
