// A page with unsaved work registers here what must be done while the session still lasts.

type Task = () => Promise<unknown>
const tasks = new Set<Task>()

/** Milliseconds that logging out waits for the tasks. What is unsaved then stays on the device. */
const maxWait = 4000

/** Runs the task before the session is closed. Returns the function that removes it. */
export function beforeLogout(task: Task) {
  tasks.add(task)
  return () => {
    tasks.delete(task)
  }
}

export async function runBeforeLogout(): Promise<void> {
  const done = Promise.allSettled([...tasks].map((task) => task()))
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, maxWait)
  })
  await Promise.race([done, timeout])
  clearTimeout(timer)
}
