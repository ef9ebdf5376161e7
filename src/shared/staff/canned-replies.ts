// Answers that fit many complaints. They are put into the answer, where the person can change them before sending.

export const cannedReplies = {
  passwordLink: {
    label: 'How to get a new password',
    text: 'Open the login page, choose "Forgotten password" and enter your user ID and the email address of your account. You get an email with a link that works for 30 minutes. Look into your spam folder as well.',
  },
  bankPayment: {
    label: 'A payment at a bank is not visible yet',
    text: 'A payment at a bank branch can take up to two days until it is reported to us. You do not have to pay again. Log in after that; if the payment is still missing, write again with the contact form and give your RRR.',
  },
  ninDiffers: {
    label: 'The NIN does not match the account',
    text: 'Your names and date of birth must be the same in your account and with the identity service. If your account is wrong, write again with the contact form and give the correct spelling. If the record of your NIN is wrong, have it corrected at an enrolment centre first.',
  },
  deadline: {
    label: 'Until when an application can be sent',
    text: 'The deadline is on the first page of the portal. Your answers are saved as you type, but they only count when you have submitted the application and have its number.',
  },
  uploadLimits: {
    label: 'A file cannot be uploaded',
    text: 'A file can have at most 5 MB. Photos must be JPEG or PNG, certificates may be PDF too. Scan or photograph the page again with less detail if it is too large.',
  },
} as const
