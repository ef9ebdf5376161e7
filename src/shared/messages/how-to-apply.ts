/** The steps of an application, for the advert. */
export const listApplicationSteps = (address: string): string[] => [
  `Log in at ${address} with the user ID and the password that were issued to you.`,
  'Change the password at your first login.',
  'Generate a payment reference (RRR) and pay the application fee online or at a bank branch.',
  'Verify your National Identity Number (NIN).',
  'Fill in the form, upload your certificates and submit it.',
  'Print your application slip and payment slip and bring them to the examination.',
]
