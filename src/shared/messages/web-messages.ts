// Sentences of the web app that the specification fixes word for word (sections 2 to 5 and 8).

const common = {
  unexpected: 'An unexpected error occurred.',
  noAnswer: 'An error occurred. Please try again.',
  inline: 'An error occurred.',
} as const

export const messages = {
  login: {
    failed: 'Login failed. Please try again.',
    ...common,
  },
  password: {
    mismatch: 'Passwords do not match.',
    tooShort: 'Password must be at least 8 characters long.',
    tooLong: 'Password must be at most 200 characters long.',
    failed: 'Failed to update. Please try again.',
    ...common,
  },
  contact: {
    unexpected: common.unexpected,
    empty: 'Complaint is required.',
    tooLong: 'Complaint must be at most 3000 characters.',
    received: (number: string) => `Your complaint ${number} has been received. Keep this number to ask about it.`,
  },
  payment: {
    login: 'Log in to continue to payment.',
    warning: 'This payment is non-refundable and please generate RRR before proceeding.',
    notPaid: 'You have not made your payment.',
    verified: 'your payment is verified successfully.',
    notVerified: 'Your payment is not verifed, kindly go back and make your payment.',
    unable: 'Unable to verify payment.',
    unexpected: 'An unexpected error occurred during payment verification.',
    failedToVerify: 'Payment verification failed.',
    network: 'A network error occurred during payment verification.',
    skipped: 'Missing token or rrr. Payment verification skipped.',
    failed: 'Payment failed',
    declined:
      'The payment did not go through. Your RRR is still valid: try another card, or another way to pay. If money has left your account, check your payment first.',
    error: (message: string) => `Error making payment: ${message}`,
    generated: 'RRR generated successfully!',
    scriptFailed: 'Failed to load payment script',
    engineMissing: 'Payment engine not loaded',
    successful: 'Your Application payment is Successful. Verify Your Nin.',
  },
  nin: {
    refused: 'Contact customer service...',
    serverError: 'Server error occurred.',
    failed: 'An error occurred during NIN verification.',
    unexpected: 'Unexpected response from verification.',
  },
  upload: {
    none: 'No files selected. Please select a file.',
    selectOne: 'Please select at least one file',
    failed: 'File upload failed',
    doneOne: 'File uploaded successfully!',
    doneMany: 'Files uploaded successfully!',
  },
  photo: {
    uploadFailed: (message: string) => `File upload failed: ${message}`,
    uploadError: 'Error uploading file',
    none: 'Please select a file',
    updateError: 'Error updating photo',
  },
  form: { incomplete: 'Please fill out all required fields before proceeding.' },
  submit: {
    failed: 'Submitting application failed. Please try again.',
    error: 'An error occurred submitting application.',
    done: 'Application submitted successfully.',
  },
  loading: {
    userFailed: 'Failed to retrieve user details',
    userError: 'Error retrieving user details',
    applicationError: 'Error retrieving application details',
  },
  slip: {
    none: 'No application found for this user.',
    unexpected: 'An unexpected error occurred. Please try again.',
    failed: 'An error occurred while fetching the application details.',
  },
} as const
