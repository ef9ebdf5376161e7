import { buttonClass } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { WrappedText } from '#kit/ui/layout/wrapped-text.tsx'
import { classNames } from '#kit/ui/styles/classes.ts'
import { getCallUrl } from '#shared/api/applicant/calls.ts'
import { offerPlace } from '#shared/policy/next-step.ts'
import type { NextStepLink, NextStepView } from './next-step-view.ts'
import styles from './promo.module.css'

/** The next step as the primary button, and the specification's link to the application. */
export const Promo = ({ view: { title, facts, paragraphs, links } }: { view: NextStepView }) => (
  <section className={styles.promo} aria-labelledby="promo">
    <div className={styles.text}>
      <h2 id="promo">{title}</h2>
      {facts.length > 0 && (
        <dl className={styles.exam}>
          {facts.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {/* The same one may stand twice in what the registry writes. */}
      {[...paragraphs.entries()].map(([place, paragraph]) => (
        <p key={place}>
          <WrappedText text={paragraph} />
        </p>
      ))}
    </div>
    <div className={styles.actions}>
      {links.map((link) => (
        <PromoLink key={link.label} {...link} />
      ))}
    </div>
  </section>
)

const getLinkStyle = (isPrimary: boolean) => (isPrimary ? styles.primary : styles.secondary)

const PromoLink = ({ label, to, isPrimary }: NextStepLink) =>
  to === null || to === offerPlace ? (
    <a href={to ?? getCallUrl('examCalendar')} className={classNames(buttonClass('primary'), getLinkStyle(isPrimary))}>
      {label}
    </a>
  ) : (
    <ButtonLink to={to} className={classNames(getLinkStyle(isPrimary))}>
      {label}
    </ButtonLink>
  )

/** The same without content, in the page's HTML: fill-outline.ts fills it in. */
export const PromoOutline = () => (
  <section className={styles.promo} data-fill="next-step" hidden>
    <div className={styles.text}>
      <h2>Loading…</h2>
      <dl className={styles.exam} />
    </div>
    <div className={styles.actions}>
      {[true, false].map((isPrimary) => (
        <a
          key={String(isPrimary)}
          // The address of the link that leads to no page.
          href={getCallUrl('examCalendar')}
          className={classNames(buttonClass('primary'), getLinkStyle(isPrimary))}
        >
          Loading…
        </a>
      ))}
    </div>
  </section>
)
