import { Plus, Trash2 } from 'lucide-react'
import { Button } from '#web/ui/actions/button.tsx'
import { ButtonLink } from '#web/ui/actions/button-link.tsx'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { classes } from '#web/ui/styles/classes.ts'
import { type Group, longText, Row, Specimen } from './specimen.tsx'

const looks = ['primary', 'secondary', 'quiet', 'danger'] as const

export const buttons: Group = {
  id: 'buttons',
  title: 'Buttons',
  Specimens: () => (
    <>
      <Specimen of="Button, its looks; pointing and focus are yours to try">
        <Row>
          {looks.map((look) => (
            <Button key={look} look={look}>
              {look}
            </Button>
          ))}
        </Row>
      </Specimen>
      <Specimen of="Button, busy">
        <Row>
          {looks.map((look) => (
            <Button key={look} look={look} busy>
              {look}
            </Button>
          ))}
        </Row>
      </Specimen>
      <Specimen of="Button, disabled, with the reason beside it">
        <Row>
          {looks.map((look) => (
            <Button key={look} look={look} disabled>
              {look}
            </Button>
          ))}
        </Row>
        <p>Generate an RRR first: it is the reference under which you pay.</p>
      </Specimen>
      <Specimen of="Button with an icon">
        <Row>
          <Button look="secondary">
            <Icon of={Plus} />
            Add institution
          </Button>
          <Button>
            <Icon of={Plus} size="small" />
            Small icon
          </Button>
        </Row>
      </Specimen>
      <Specimen of="Button, wide">
        <Button wide>Verify</Button>
      </Specimen>
      <Specimen of="Button, long text">
        <Button look="secondary">{longText}</Button>
      </Specimen>
      <Specimen of="ButtonLink">
        <Row>
          {looks.map((look) => (
            <ButtonLink key={look} look={look} to="#buttons" className={classes(look)}>
              {look}
            </ButtonLink>
          ))}
        </Row>
      </Specimen>
      <Specimen of="IconButton, and disabled; CopyButton">
        <Row>
          <IconButton icon={Trash2} label="Remove Institution 1" />
          <IconButton icon={Trash2} label="Remove Institution 2" disabled />
          <CopyButton text="310007123456" of="RRR" />
        </Row>
      </Specimen>
    </>
  ),
}
