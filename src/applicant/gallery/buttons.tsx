import { Plus, Trash2 } from 'lucide-react'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { CopyButton } from '#kit/ui/actions/copy-button.tsx'
import { IconButton } from '#kit/ui/actions/icon-button.tsx'
import { RemoveButton } from '#kit/ui/actions/remove-button.tsx'
import { TextLink } from '#kit/ui/actions/text-link.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
import { classNames } from '#kit/ui/styles/classes.ts'
import { type GalleryGroup, longText, Row, Specimen } from './specimen.tsx'

const variants = ['primary', 'secondary', 'quiet', 'danger'] as const

export const buttonGroup: GalleryGroup = {
  id: 'buttons',
  title: 'Buttons',
  Specimens: () => (
    <>
      <Specimen title="Button, its variants; hover and focus it to see these states">
        <Row>
          {variants.map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
        </Row>
      </Specimen>
      <Specimen title="Button, busy">
        <Row>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} busy>
              {variant}
            </Button>
          ))}
        </Row>
      </Specimen>
      <Specimen title="Button, disabled, with the reason beside it">
        <Row>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} disabled>
              {variant}
            </Button>
          ))}
        </Row>
        <p>Generate an RRR first. You need it to pay.</p>
      </Specimen>
      <Specimen title="Button with an icon">
        <Row>
          <Button variant="secondary">
            <Icon icon={Plus} />
            Add institution
          </Button>
          <Button>
            <Icon icon={Plus} size="small" />
            Small icon
          </Button>
        </Row>
      </Specimen>
      <Specimen title="Button, wide">
        <Button wide>Verify</Button>
      </Specimen>
      <Specimen title="Button, long text">
        <Button variant="secondary">{longText}</Button>
      </Specimen>
      <Specimen title="TextLink, for a link that does not stand within a sentence">
        <TextLink to="#buttons">See all</TextLink>
      </Specimen>
      <Specimen title="ButtonLink">
        <Row>
          {variants.map((variant) => (
            <ButtonLink key={variant} variant={variant} to="#buttons" className={classNames(variant)}>
              {variant}
            </ButtonLink>
          ))}
        </Row>
      </Specimen>
      <Specimen title="IconButton, and disabled; CopyButton">
        <Row>
          <RemoveButton label="Remove Institution 1" onRemove={() => {}} />
          <IconButton icon={Trash2} label="Remove Institution 2" disabled />
          <CopyButton text="310007123456" label="RRR" />
        </Row>
      </Specimen>
    </>
  ),
}
