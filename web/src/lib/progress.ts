// Which lessons of the course were answered to the end, kept on this device.
const key = "foray.course";
/** A test holds it to the course: the first page must not load all lessons to count them. */
export const lessonCount = 5;

export function lessonsDone(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

export function noteLesson(lesson: string): void {
  const done = lessonsDone();
  if (done.includes(lesson)) return;
  try {
    localStorage.setItem(key, JSON.stringify([...done, lesson]));
  } catch {
    // A browser that keeps nothing still teaches.
  }
}
