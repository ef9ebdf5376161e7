import { Banner } from '#kit/ui/feedback/banner.tsx'

export const MeanwhileNotice = () => (
  <Banner tone="warning" role="alert" title="Somebody changed the settings meanwhile">
    Nothing of yours is saved yet. What you typed is kept; everything else is the newest now. Check it and go on.
  </Banner>
)
