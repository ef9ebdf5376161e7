// What staff record of an application, as it is stored and, once published, shown.

export interface Result {
  score: number
  maximum: number
  remark?: string
  publishedAt: string
}

export interface RejectionReason {
  type: string
  reason: string
}
