// The privacy notice (Nigeria Data Protection Act 2023, section 27). A changed text gets a new version in policy/privacy.ts.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useOwnExercise } from '#applicant/entities/exercise/own-exercise.ts'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { PlainTable } from '#kit/ui/layout/plain-table.tsx'
import { formatDate } from '#shared/format/dates.ts'
import { privacyVersion } from '#shared/policy/privacy.ts'
import { isExercise } from '#shared/reference-data/exercise.ts'
import { paths } from '#shared/routes.ts'
import styles from './privacy-page.module.css'
import { retentionPeriods } from './retention-periods.ts'

export function Component() {
  const exercise = useOwnExercise()
  const { institution, title, year } = exercise
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageTitle>Privacy notice</PageTitle>
        <p className={styles.lead}>
          What we keep about you when you apply, why we keep it, who else sees it, and what you can ask of us.
        </p>
        <p className={styles.version}>Version of {formatDate(privacyVersion)}</p>
      </div>
      <div className={styles.sheet}>
        <Part title="Who is responsible">
          <p>
            {isExercise(exercise)
              ? `${institution} decides how your data is used in the ${title} ${year}.`
              : 'The institution that recruits with this portal decides how your data is used.'}{' '}
            Under the Nigeria Data Protection Act it is the data controller. For every question about your data,{' '}
            <Link to={paths.contact}>contact us</Link>.
          </p>
        </Part>
        <Uses />
        <Recipients />
        <Part title="How long we keep it">
          <PlainTable
            caption="How long we keep it"
            headings={['What', 'How long']}
            rows={retentionPeriods.map(([what, period]) => ({ key: what, cells: [what, period] }))}
          />
          <p>
            Forms that were never submitted, applications that were rejected or withdrawn, removed files, copies, ended
            logins and password links are deleted automatically each night. For payments, the record of logins and
            changes, and all other applications, our staff carry out the deletion when its time has come.
          </p>
        </Part>
        <Rights />
      </div>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = title.toLowerCase().split(' ').join('-')
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

const Uses = () => (
  <Part title="What we use, and why">
    <ul>
      <li>
        <strong>Your account and your form</strong>, with your certificates and photo: to receive your application,
        decide on it and tell you the result. You ask us to consider you for a post, and we carry out a public task.
      </li>
      <li>
        <strong>Your NIN</strong>: to make sure that you are who you say. We look it up only with your consent. We keep
        your NIN encrypted, the names and date of birth that we compared, and the photo from the register.
      </li>
      <li>
        <strong>Your payment</strong>: to confirm the application fee, and because the law requires us to keep accounts.
      </li>
      <li>
        <strong>Your referees’ names and contacts</strong>: to ask them about you. We write to them when you submit the
        form. Our interest is to fill posts with suitable people.
      </li>
      <li>
        <strong>A record of logins and changes</strong>: to keep your account safe and to answer for what we did. A
        cookie remembers the devices you log in on for 180 days, so that nobody else’s guesses lock you out.
      </li>
      <li>
        <strong>What you write to us</strong>: to answer you.
      </li>
    </ul>
  </Part>
)

const Recipients = () => (
  <Part title="Who else receives it">
    <ul>
      <li>
        <strong>Remita</strong>, our payment provider: your name, email and phone, and the amount.
      </li>
      <li>
        <strong>The provider of the NIN look-up</strong>: the NIN that you enter.
      </li>
      <li>
        <strong>Our email service</strong>: your address and the emails that we send you.
      </li>
      <li>
        <strong>Our storage service</strong>: the files that you upload.
      </li>
    </ul>
    <p>They may use your data for these services only. We sell nothing, and show no advertisements.</p>
  </Part>
)

const Rights = () => (
  <Part title="What you can ask of us">
    <p>
      You can ask to see your data, have it corrected or deleted, receive a copy, or object to its use. You can take
      your consent back at any time; what was done before stays lawful.
    </p>
    <ul>
      <li>
        Write to us through the <Link to={paths.contact}>contact form</Link>, with your User ID if you have one.
      </li>
      <li>
        Download all that we keep about you in your <Link to={paths.settings}>account settings</Link>, under Your data.
      </li>
      <li>
        See where you are logged in, and end a login, in your <Link to={paths.settings}>account settings</Link>.
      </li>
      <li>
        If our answer does not help, complain to the{' '}
        <a href="https://ndpc.gov.ng">Nigeria Data Protection Commission</a>.
      </li>
    </ul>
    <p>
      No computer decides on your application. If your NIN does not match, our staff look at it when you write to us.
    </p>
  </Part>
)
