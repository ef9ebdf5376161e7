import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import styles from '../dashboard-page.module.css'
import { PromoOutline } from '../promo.tsx'

/** The dashboard before its code has loaded. fill-outline.ts fills in who it is for, and the next step. */
export const DashboardOutline = () => (
  <div className={styles.page}>
    <div className={styles.greeting}>
      <PageTitle>
        <span data-fill="greeting">Welcome</span>
      </PageTitle>
      <p data-fill="post" />
    </div>
    <div className={styles.columns}>
      <div className={styles.main}>
        <Skeleton lines={['block']} />
        <PromoOutline />
        <Skeleton lines={['block', 'title', 'block', 'title', 'line']} label={null} />
      </div>
      <div className={styles.side} />
    </div>
  </div>
)
