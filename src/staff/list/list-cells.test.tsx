// Every column of every list, with rows that have what it tells and rows that do not.
import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { applicantList } from '#shared/lists/applicants.ts'
import { applicationList, unpublishedColumns } from '#shared/lists/applications.ts'
import { type AuditRow, auditList } from '#shared/lists/audit.ts'
import { type ComplaintRow, complaintList } from '#shared/lists/complaints.ts'
import { type EmailLogRow, emailList } from '#shared/lists/emails.ts'
import { type LedgerRow, ledgerList } from '#shared/lists/ledger.ts'
import { type ListedMoneyCase, moneyCaseList } from '#shared/lists/money-cases.ts'
import { type OfferRow, offerList } from '#shared/lists/offers.ts'
import { type PaymentRow, paymentList } from '#shared/lists/payments.ts'
import { peopleList } from '#shared/lists/people.ts'
import { publicationList } from '#shared/lists/publications.ts'
import { type ReconciliationRow, reconciliationList } from '#shared/lists/reconciliation.ts'
import { type RecusalRow, recusalList } from '#shared/lists/recusals.ts'
import { type RefundRow, refundList } from '#shared/lists/refunds.ts'
import { type ResultRow, resultList } from '#shared/lists/results.ts'
import { type SettlementRow, settlementList } from '#shared/lists/settlements.ts'
import type { StaffRole } from '#shared/roles/permissions.ts'
import { defaultExerciseTexts } from '#shared/staff/exercise-texts.ts'
import {
  buildApplicantRow,
  buildApplicationRow,
  buildMe,
  buildPerson,
  buildPublication,
} from '#tests/support/fixtures/staff-replies.ts'
import { NewerServerAnswer, type StaffScript } from '#tests/support/ui/scripted-staff-api.ts'
import { setUpStaffApi, visit } from '#tests/support/ui/staff-app.tsx'

const api = setUpStaffApi()

const at = '2024-03-04T09:00:00.000Z'
const readFilters = () =>
  screen.getAllByRole('button', { name: /^Remove/ }).map((button) => button.getAttribute('aria-label'))
const id = '6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c10'
const person = { id, name: 'Musa Danladi' }
const page = <Row,>(...rows: Row[]) => ({ rows, next: null, count: { value: rows.length, more: false } })

interface ReadList {
  name: string
  columns: object
  exercise?: string
}

/**
 * Each row of the list with all of its columns: the cells by their headings, without those that are empty. A list of one
 * exercise asks for the chosen one.
 */
async function readRows(path: string, list: ReadList, role: StaffRole, script: StaffScript) {
  api.signInAs({ roles: [role] })
  localStorage.setItem(`staff-columns:${buildMe().id}:${list.name}`, JSON.stringify(Object.keys(list.columns)))
  api.answer({ staffPosts: { posts: [] }, staffStages: { stages: [] }, ...script })
  await visit(path)
  const [head, ...rows] = within(await screen.findByRole('table')).getAllByRole('row')
  const asked = (Object.keys(script) as (keyof StaffScript)[]).flatMap((call) => api.requests(call))
  expect(asked.some(({ query }) => query?.exercise === '2024')).toBe(list.exercise !== undefined)
  const headings = [...(head?.children ?? [])].map(({ textContent }) => textContent.replace(/ [↑↓]$/, ''))
  return rows.map((row) => {
    const cells = [...row.children].map(({ textContent }, index) => [headings[index], textContent] as const)
    return Object.fromEntries(cells.filter(([, text]) => text !== ''))
  })
}

/** How each status in the list is marked. */
const readKinds = () =>
  Object.fromEntries(
    [...document.querySelectorAll('td span:has(> svg)')].map(({ textContent, className }) => [
      textContent,
      /(done|waiting|wrong|new|open)\w*$/.exec(className)?.[1],
    ]),
  )

test('applicants', async () => {
  const rows = await readRows('/applicants', applicantList, 'auditor', {
    staffApplicants: page(
      buildApplicantRow({ department: null }),
      buildApplicantRow({
        userId: 'RE24-00043',
        number: 'APP-1',
        gender: 'm',
        stage: 'submitted',
        paid: true,
        identified: true,
        published: 'verified',
        flags: ['on_hold', 'complaint'],
        submitted: at,
        proposed: at,
        lastSeen: at,
      }),
    ),
  })
  expect(rows).toEqual([
    {
      Name: 'Danjuma Ladi Hauwa',
      'User ID': 'RE24-00042',
      Post: 'Lecturer I',
      School: 'Technology',
      State: 'Nasarawa',
      LGA: 'Lafia',
      Gender: 'Female',
      Stage: 'Account issued',
      Paid: 'No',
      'NIN verified': 'No',
      Issued: '4 Mar 2024',
    },
    {
      Name: 'Danjuma Ladi Hauwa',
      'User ID': 'RE24-00043',
      Application: 'APP-1',
      Post: 'Lecturer I',
      School: 'Technology',
      Department: 'Computer Science',
      State: 'Nasarawa',
      LGA: 'Lafia',
      Gender: 'Male',
      Stage: 'Submitted',
      Paid: 'Yes',
      'NIN verified': 'Yes',
      Published: 'Shortlisted',
      Flags: 'On hold, Open complaint',
      Issued: '4 Mar 2024',
      Submitted: '4 Mar 2024',
      'Change proposed': '4 Mar 2024',
      'Last seen': '4 Mar 2024',
    },
  ])
})

test('applications', async () => {
  const rows = await readRows('/applications', applicationList, 'auditor', {
    staffApplications: page(
      buildApplicationRow({ department: null }),
      buildApplicationRow({
        number: 'APP-2',
        gender: 'm',
        stage: 'shortlisted',
        reviews: 2,
        split: true,
        onHold: true,
        decided: 'shortlisted',
        published: 'verified',
        assigned: person,
        meets: 'meets',
      }),
    ),
  })
  expect(rows).toEqual([
    {
      Application: 'APP-1',
      Name: 'Danjuma Ladi Hauwa',
      'User ID': 'RE24-00042',
      Post: 'Lecturer II',
      School: 'Technology',
      State: 'Nasarawa',
      LGA: 'Lafia',
      Gender: 'Female',
      Submitted: '4 Mar 2024',
      Stage: 'In review',
      Reviews: '0 of 2',
      'Reviews differ': 'No',
      'On hold': 'No',
      'Assigned to': 'Nobody',
    },
    {
      Application: 'APP-2',
      Name: 'Danjuma Ladi Hauwa',
      'User ID': 'RE24-00042',
      Post: 'Lecturer II',
      School: 'Technology',
      Department: 'Computer Science',
      State: 'Nasarawa',
      LGA: 'Lafia',
      Gender: 'Male',
      Submitted: '4 Mar 2024',
      Stage: 'Shortlisted',
      Reviews: '2 of 2',
      'Reviews differ': 'Yes',
      'On hold': 'Yes',
      Decided: 'Shortlisted',
      Published: 'Shortlisted',
      'Assigned to': 'Musa Danladi',
      'Meets requirements': 'Yes',
    },
  ])
})

test('applications, for who may see their status only: nothing that is not published', async () => {
  const decided = {
    reviews: 2,
    split: true,
    onHold: true,
    decided: 'shortlisted',
    assigned: person,
    meets: 'meets',
  } as const
  const [row = {}] = await readRows('/applications', applicationList, 'helpdesk', {
    staffApplications: page(buildApplicationRow(decided)),
  })
  const hidden = unpublishedColumns.filter((column) => column !== 'stage')
  expect(hidden.map((column) => row[applicationList.columns[column].label])).toEqual(hidden.map(() => undefined))
  expect(row).toMatchObject({ Application: 'APP-1', Stage: 'In review' })
})

test('payments', async () => {
  const open: PaymentRow = {
    id,
    rrr: null,
    order: 'RE24-00005-0a1b2c3d4e5f',
    userId: 'RE24-00005',
    name: 'Okon Ada',
    state: 'open',
    due: null,
    paid: null,
    channel: null,
    differs: null,
    isLate: false,
    requestedAt: at,
    paidAt: null,
    checkedAt: null,
    nextCheckAt: null,
  }
  const rows = await readRows('/payments', paymentList, 'bursar', {
    staffPayments: page(open, {
      ...open,
      id: id.replace('10', '11'),
      rrr: '310007123450',
      state: 'paid',
      due: 12_500,
      paid: 13_000,
      channel: 'CARDPAYMENT',
      differs: 'over',
      isLate: true,
      paidAt: at,
      checkedAt: at,
      nextCheckAt: at,
    }),
  })
  expect(rows).toEqual([
    {
      RRR: 'Not issued',
      Order: 'RE24-00005-0a1b2c3d4e5f',
      'User ID': 'RE24-00005',
      Name: 'Okon Ada',
      State: 'Not paid yet',
      Late: 'No',
      Requested: '4 Mar 2024, 10:00 am',
    },
    {
      RRR: '3100 0712 3450',
      Order: 'RE24-00005-0a1b2c3d4e5f',
      'User ID': 'RE24-00005',
      Name: 'Okon Ada',
      State: 'Paid',
      'Due (₦)': '₦12,500.00',
      'Paid (₦)': '₦13,000.00',
      Channel: 'Card payment',
      Differs: 'Too much',
      Late: 'Yes',
      Requested: '4 Mar 2024, 10:00 am',
      'Paid at': '4 Mar 2024, 10:00 am',
      Checked: '4 Mar 2024, 10:00 am',
      'Next check': '4 Mar 2024, 10:00 am',
    },
  ])
  expect(readKinds()).toEqual({ 'Not paid yet': 'waiting', Paid: 'done' })
})

test('audit events', async () => {
  const event: AuditRow = {
    id: '1',
    at,
    actor: 'applicant',
    action: 'applicant_viewed',
    person: null,
    userId: null,
    subject: null,
    reason: null,
    network: null,
    detail: {},
  }
  const rows = await readRows('/audit', auditList, 'admin', {
    staffAudit: page(
      event,
      { ...event, id: '2', actor: 'staff', person, userId: 'RE24-00005', reason: 'Asked by telephone.', network: '1' },
      { ...event, id: '3', action: 'staff_invited', subject: { kind: 'staff', id, name: 'Bisi Ajayi' } },
    ),
  })
  expect(rows).toEqual([
    {
      When: '4 Mar 2024, 10:00 am',
      What: 'The applicant looked at an applicant.',
      Kind: 'Reading',
      Who: 'The applicant',
    },
    {
      When: '4 Mar 2024, 10:00 am',
      What: 'Musa Danladi looked at RE24-00005.',
      Kind: 'Reading',
      Who: 'Musa Danladi',
      Concerning: 'RE24-00005',
      Reason: 'Asked by telephone.',
      Network: '1',
    },
    {
      When: '4 Mar 2024, 10:00 am',
      What: 'The applicant invited Bisi Ajayi.',
      Kind: 'Changes',
      Who: 'The applicant',
      Concerning: 'Bisi Ajayi',
    },
  ])
  const links = screen.getAllByRole('link', { name: 'Bisi Ajayi' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`/staff/people/${id}`, `/staff/people/${id}`])
})

test('emails', async () => {
  const email: EmailLogRow = {
    id,
    template: 'reminder',
    event: null,
    state: 'queued',
    userId: null,
    staffId: null,
    staffName: null,
    attempts: 0,
    queuedAt: at,
    sentAt: null,
    isResent: false,
  }
  const rows = await readRows('/emails?subject=RE24-00005', emailList, 'registry', {
    staffEmails: page(
      email,
      {
        ...email,
        id: id.replace('10', '11'),
        userId: 'RE24-00005',
        state: 'sent',
        attempts: 2,
        sentAt: at,
        isResent: true,
      },
      { ...email, id: id.replace('10', '12'), template: 'staffNotice', event: 'invited', staffName: 'Bisi Ajayi' },
    ),
  })
  expect(rows).toEqual([
    {
      Queued: '4 Mar 2024, 10:00 am',
      Email: 'Reminder to apply',
      Recipient: 'A person without an account',
      Address: 'Show',
      State: 'Being sent',
      Attempts: '0',
    },
    {
      Queued: '4 Mar 2024, 10:00 am',
      Email: 'Reminder to apply (again)',
      Recipient: 'RE24-00005',
      Address: 'Show',
      State: 'Sent',
      Sent: '4 Mar 2024, 10:00 am',
      Attempts: '2',
      'Send again': 'Send again',
    },
    {
      Queued: '4 Mar 2024, 10:00 am',
      Email: 'Staff: invitation',
      Event: 'Staff: invitation',
      Recipient: 'Bisi Ajayi',
      Address: 'Show',
      State: 'Being sent',
      Attempts: '0',
    },
  ])
  expect(readFilters()).toEqual(['Remove the filter About RE24-00005'])
  expect(readKinds()).toEqual({ 'Being sent': 'waiting', Sent: 'done' })
  cleanup()
  const paused = { ...email, state: 'paused' }
  await readRows('/emails', emailList, 'registry', { staffEmails: new NewerServerAnswer(page(paused)) })
  expect(readKinds()).toEqual({ paused: 'open' })
})

test('recusals', async () => {
  const recusal: RecusalRow = {
    id,
    number: 'APP-1',
    name: 'Okon Ada',
    school: 'Technology',
    person,
    reason: 'A relative of mine.',
    state: 'active',
    madeBy: person,
    madeAt: at,
    endedBy: null,
    endedAt: null,
  }
  const rows = await readRows('/recusals', recusalList, 'chair', {
    staffRecusals: page(recusal, {
      ...recusal,
      id: id.replace('10', '11'),
      state: 'ended',
      endedBy: { id, name: 'Bisi Ajayi' },
      endedAt: at,
    }),
  })
  expect(rows).toEqual([
    {
      Since: '4 Mar 2024, 10:00 am',
      Person: 'Musa Danladi',
      Application: 'APP-1',
      Applicant: 'Okon Ada',
      School: 'Technology',
      Reason: 'A relative of mine.',
      State: 'In force',
      'Stated by': 'Musa Danladi',
    },
    {
      Since: '4 Mar 2024, 10:00 am',
      Person: 'Musa Danladi',
      Application: 'APP-1',
      Applicant: 'Okon Ada',
      School: 'Technology',
      Reason: 'A relative of mine.',
      State: 'Ended',
      'Stated by': 'Musa Danladi',
      Ended: '4 Mar 2024, 10:00 am, Bisi Ajayi',
    },
  ])
})

test('offers', async () => {
  const offer: OfferRow = {
    id,
    number: 'APP-1',
    name: 'Okon Ada',
    role: 'Lecturer I',
    school: 'Technology',
    department: null,
    gender: 'f',
    state: 'nasarawa',
    offer: 'offered',
    until: at,
    offeredAt: at,
    settledAt: null,
  }
  const rows = await readRows('/offers', offerList, 'chair', {
    staffOffers: page(offer, {
      ...offer,
      id: id.replace('10', '11'),
      department: 'Computer Science',
      offer: 'accepted',
      settledAt: at,
    }),
  })
  expect(rows).toEqual([
    {
      Application: 'APP-1',
      Name: 'Okon Ada',
      Post: 'Lecturer I',
      School: 'Technology',
      Gender: 'Female',
      'Home state': 'Nasarawa',
      Offer: 'Offered',
      Offered: '4 Mar 2024, 10:00 am',
      'To answer until': '4 Mar 2024, 10:00 am',
    },
    {
      Application: 'APP-1',
      Name: 'Okon Ada',
      Post: 'Lecturer I',
      School: 'Technology',
      Department: 'Computer Science',
      Gender: 'Female',
      'Home state': 'Nasarawa',
      Offer: 'Accepted',
      Offered: '4 Mar 2024, 10:00 am',
      'To answer until': '4 Mar 2024, 10:00 am',
      'Answered or ended': '4 Mar 2024, 10:00 am',
    },
  ])
  expect(readKinds()).toEqual({ Offered: 'waiting', Accepted: 'done' })
})

test('results', async () => {
  const result: ResultRow = {
    id,
    kind: 'cbt',
    number: 'APP-1',
    name: 'Okon Ada',
    school: 'Technology',
    role: 'Lecturer I',
    state: 'nasarawa',
    score: 61,
    maximum: 100,
    remark: null,
    status: 'counts',
    isPublished: false,
    enteredAt: at,
    enteredBy: 'Bisi Ajayi',
  }
  const rows = await readRows('/results', resultList, 'exam', {
    waitingResults: { results: [] },
    staffResults: page(result, {
      ...result,
      id: id.replace('10', '11'),
      kind: 'interview',
      remark: 'Arrived late.',
      status: 'seat_released',
      isPublished: true,
    }),
  })
  expect(rows).toEqual([
    {
      Application: 'APP-1',
      Name: 'Okon Ada',
      Kind: 'CBT',
      School: 'Technology',
      Role: 'Lecturer I',
      'Home state': 'Nasarawa',
      Score: '61',
      Of: '100',
      Status: 'Counts',
      Published: 'No',
      Entered: '4 Mar 2024, 10:00 am',
    },
    {
      Application: 'APP-1',
      Name: 'Okon Ada',
      Kind: 'Interview',
      School: 'Technology',
      Role: 'Lecturer I',
      'Home state': 'Nasarawa',
      Score: '61',
      Of: '100',
      Remark: 'Arrived late.',
      Status: 'Does not count: the seat was taken away',
      Published: 'Yes',
      Entered: '4 Mar 2024, 10:00 am',
    },
  ])
})

test('lines of settlements', async () => {
  const line: ReconciliationRow = {
    key: '1',
    line: null,
    rrr: '310007123450',
    day: '2024-03-04',
    settledOn: null,
    channel: 'CARDPAYMENT',
    amount: null,
    charge: null,
    here: 12_500,
    verdict: 'not_settled',
    case: null,
  }
  const rows = await readRows('/reconciliation/lines', reconciliationList, 'bursar', {
    staffReconciliation: page(line, {
      ...line,
      key: '2',
      line: 7,
      settledOn: '2024-03-05',
      amount: 12_500,
      charge: 161.25,
      here: null,
      verdict: 'matched',
      case: { id, state: 'open' },
    }),
  })
  expect(rows).toEqual([
    {
      RRR: '3100 0712 3450',
      'Day of payment': '4 Mar 2024',
      Channel: 'Card payment',
      'Confirmed here (₦)': '₦12,500.00',
      Compared: 'Not settled yet',
    },
    {
      Line: '7',
      RRR: '3100 0712 3450',
      'Day of payment': '4 Mar 2024',
      'Settled on': '5 Mar 2024',
      Channel: 'Card payment',
      'Settled (₦)': '₦12,500.00',
      'Charge (₦)': '₦161.25',
      Compared: 'Matched',
      Case: 'Open',
    },
  ])
})

test('money cases', async () => {
  const moneyCase: ListedMoneyCase = {
    id,
    kind: 'missing_here',
    rrr: '310007123450',
    userId: null,
    amount: 12_500,
    state: 'open',
    openedAt: at,
    proposedBy: null,
    refund: null,
  }
  const known = { userId: 'RE24-00042', state: 'refund_due', proposedBy: 'Musa Danladi', refund: 12_000 } as const
  const rows = await readRows('/cases?by=others', moneyCaseList, 'bursar', {
    staffCases: page(moneyCase, { ...moneyCase, id: id.replace('10', '11'), kind: 'over', ...known }),
  })
  const both = { RRR: '3100 0712 3450', 'Amount (₦)': '₦12,500.00', Opened: '4 Mar 2024' }
  expect(rows).toEqual([
    { Kind: 'Missing here', ...both, State: 'Open' },
    {
      Kind: 'Paid too much',
      ...both,
      'User ID': 'RE24-00042',
      State: 'Refund proposed',
      'Proposed by': 'Musa Danladi',
      'Refund (₦)': '₦12,000.00',
    },
  ])
  expect(readFilters()).toEqual(['Remove the filter Proposed by others'])
  expect(readKinds()).toEqual({ Open: 'open', 'Refund proposed': 'waiting' })
  cleanup()
  const paused = { ...moneyCase, state: 'paused' }
  await readRows('/cases', moneyCaseList, 'bursar', { staffCases: new NewerServerAnswer(page(paused)) })
  expect(readKinds()).toEqual({ paused: 'open' })
})

test('refunds', async () => {
  const refund: RefundRow = {
    id,
    rrr: '310007123450',
    userId: null,
    kind: 'double',
    refund: 12_500,
    state: 'refund_approved',
    approvedAt: at,
    refundedOn: null,
    reference: null,
  }
  const paid = { userId: 'RE24-00042', state: 'refunded', refundedOn: '2024-03-05', reference: 'TRF-1' } as const
  const rows = await readRows('/refunds', refundList, 'bursar', {
    staffRefunds: page(refund, { ...refund, id: id.replace('10', '11'), ...paid }),
  })
  const both = { RRR: '3100 0712 3450', Kind: 'Paid twice', 'Amount (₦)': '₦12,500.00', Approved: '4 Mar 2024' }
  expect(rows).toEqual([
    { ...both, State: 'Refund approved' },
    { ...both, 'User ID': 'RE24-00042', State: 'Refunded', 'Paid out': '5 Mar 2024', Reference: 'TRF-1' },
  ])
  expect(readKinds()).toEqual({ 'Refund approved': 'waiting', Refunded: 'done' })
})

test('complaints', async () => {
  const complaint: ComplaintRow = {
    number: 'CMP-1',
    state: 'new',
    category: null,
    userId: null,
    fullName: null,
    receivedAt: new Date(Date.now() - 90_000_000).toISOString(),
    excerpt: 'I cannot pay.',
    assignedTo: null,
    version: 1,
    unanswered: 1,
  }
  const sent = { userId: 'RE24-00042', category: 'payment', state: 'open', assignedTo: person, unanswered: 2 } as const
  const rows = await readRows('/complaints', complaintList, 'helpdesk', {
    exerciseTexts: { texts: [...defaultExerciseTexts] },
    staffComplaints: page(
      complaint,
      { ...complaint, number: 'CMP-2', ...sent },
      { ...complaint, number: 'CMP-3', ...sent, fullName: 'Okon Ada' },
    ),
  })
  const all = { Complaint: 'I cannot pay.', Received: '1 day ago' }
  const assigned = { ...all, State: 'Open', Category: 'Payment', 'Assigned to': 'Musa Danladi' }
  expect(rows).toEqual([
    { Number: 'CMP-1', From: 'No name given', ...all, State: 'New', 'Assigned to': 'Nobody' },
    { Number: 'CMP-2', From: 'RE24-00042 2 open complaints', ...assigned },
    { Number: 'CMP-3', From: 'Okon Ada 2 open complaints', ...assigned },
  ])
  expect(readKinds()).toEqual({ New: 'new', Open: 'waiting' })
})

test('settlements', async () => {
  const settlement: SettlementRow = {
    id,
    file: 'settlement-1.xlsx',
    firstDay: '2024-03-04',
    lastDay: '2024-03-05',
    lines: 1_200,
    total: 12_500,
    openCases: 0,
    importedAt: at,
    importedBy: 'Musa Danladi',
  }
  const rows = await readRows('/reconciliation/settlements', settlementList, 'bursar', {
    staffSettlements: page(settlement, { ...settlement, id: id.replace('10', '11'), openCases: 3 }),
  })
  const both = {
    'Days of payment': '4 Mar 2024 to 5 Mar 2024',
    File: 'settlement-1.xlsx',
    Lines: '1,200',
    'Total (₦)': '₦12,500.00',
    Imported: '4 Mar 2024, 10:00 am',
    By: 'Musa Danladi',
  }
  expect(rows).toEqual([
    { ...both, Cases: 'None open' },
    { ...both, 'Open cases': '3 open', Cases: 'Some open' },
  ])
})

test('publications', async () => {
  const publication = buildPublication()
  const approved = { approvedBy: person, approvedAt: at, publishAt: at, state: 'approved' } as const
  const rows = await readRows('/publications?by=others', publicationList, 'registry', {
    staffPublications: page(
      publication,
      { ...publication, id: id.replace('10', '11'), ...approved },
      { ...publication, id: id.replace('10', '12'), ...approved, state: 'published', publishedAt: at },
    ),
  })
  const all = {
    Title: 'First screening',
    What: 'Rejections',
    Applications: '3',
    Made: '4 Mar 2024, Ngozi Eze',
  }
  const second = { ...all, Approved: '4 Mar 2024, Musa Danladi' }
  expect(rows).toEqual([
    { ...all, State: 'Draft' },
    { ...second, State: 'Approved', Published: 'Planned for 4 Mar 2024, 10:00 am' },
    { ...second, State: 'Published', Published: '4 Mar 2024, 10:00 am' },
  ])
  expect(readFilters()).toEqual(['Remove the filter Proposed by others'])
  expect(readKinds()).toEqual({ Draft: 'open', Approved: 'new', Published: 'done' })
})

test('people', async () => {
  const proposals = [{ id, add: [], remove: [], madeBy: person, madeAt: at }]
  const rows = await readRows('/people', peopleList, 'admin', {
    staffPeople: page(buildPerson({ roles: [] }), buildPerson({ id, status: 'suspended', proposals, lastSeenAt: at })),
  })
  const both = { Name: 'Amina Bello', Email: 'amina.bello@example.org', Added: '4 Mar 2024' }
  expect(rows).toEqual([
    { ...both, Roles: 'None', Status: 'Active', 'Last seen': 'Never' },
    {
      ...both,
      Roles: 'Helpdesk',
      Status: 'Suspended',
      'Waits for approval': 'Roles proposed',
      'Last seen': '4 Mar 2024',
    },
  ])
  expect(readKinds()).toEqual({ Active: 'done', Suspended: 'wrong', 'Roles proposed': 'waiting' })
})

test('entries of the ledger', async () => {
  const entry: LedgerRow = { id: '1', day: '2024-03-04', channel: '', account: 'bank', debit: 12_500, credit: 0 }
  const rows = await readRows('/ledger', ledgerList, 'bursar', {
    ledgerTotals: { accounts: [], debit: 0, credit: 0, asOf: at },
    staffLedger: page(entry, { ...entry, id: '2', channel: 'CARDPAYMENT', account: 'fees', debit: 0, credit: 12_500 }),
  })
  expect(rows).toEqual([
    { Day: '4 Mar 2024', Channel: 'Not named', Account: 'Bank', 'Debit (₦)': '₦12,500.00 Dr' },
    { Day: '4 Mar 2024', Channel: 'Card payment', Account: 'Application fees', 'Credit (₦)': '₦12,500.00 Cr' },
  ])
  // A day alone has no time.
  expect(screen.getAllByText('4 Mar 2024').map(({ title }) => title)).toContain('4 March 2024')
})
