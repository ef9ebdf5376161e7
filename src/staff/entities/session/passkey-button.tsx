import { KeyRound } from 'lucide-react'
import { Button, type ButtonProps } from '#kit/ui/actions/button.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'

type Props = Pick<ButtonProps, 'busy' | 'onClick' | 'children' | 'variant'>

export const PasskeyButton = ({ children, variant = 'secondary', ...rest }: Props) => (
  <Button {...rest} variant={variant} wide>
    <Icon icon={KeyRound} />
    {children}
  </Button>
)
