// Messages of the error catalogue that pages show too. Apart from it, so that no page loads the whole catalogue.

export const refusals = {
  unexpected: 'Something went wrong on our side. Please try again.',
  not_logged_in: 'Log in to continue.',
  must_change_password: 'Change your password before you continue.',
  already_paid: 'You have paid. There is nothing more to pay.',
  no_payment: 'There is no payment yet.',
  nin_malformed: 'A NIN has exactly 11 digits.',
  nin_already_verified: 'Your NIN is verified already.',
  nin_consent_required: 'Agree to the look-up before your NIN is verified.',
  nin_required: 'Verify your NIN before you submit.',
  already_submitted: 'You have submitted your application.',
  draft_outdated: 'Your form was changed in another window or on another computer.',
  no_exercise: 'No recruitment exercise is open at present.',
  slip_unknown: 'No slip has this code. Check the code, or ask the registry.',
} as const
