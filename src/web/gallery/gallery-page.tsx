// Every component in every state, for whoever develops or looks over the portal. `npm run dev` has it at /gallery; no
// production build holds it.
import { PageTitle } from '#web/ui/layout/page-title.tsx'
import { buttons } from './buttons.tsx'
import { controls } from './controls.tsx'
import { fields } from './fields.tsx'
import styles from './gallery.module.css'
import { lists } from './lists.tsx'
import { messages } from './messages.tsx'
import { progress } from './progress.tsx'
import { structure } from './structure.tsx'
import { tables } from './tables.tsx'
import { wizards } from './wizards.tsx'

const groups = [buttons, messages, progress, fields, structure, tables, controls, lists, wizards]

export const Component = () => (
  <div className={styles.gallery}>
    <div className={styles.head}>
      <PageTitle>Gallery</PageTitle>
      <p>Every component of the portal in every state. Point at things, tab through them, resize, zoom.</p>
      <nav className={styles.ways} aria-label="Groups">
        {groups.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
    </div>
    {groups.map(({ id, title, Specimens }) => (
      <section key={id} id={id} className={styles.group} aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>{title}</h2>
        <div className={styles.specimens}>
          <Specimens />
        </div>
      </section>
    ))}
  </div>
)
