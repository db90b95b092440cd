// How hard a puzzle is: by how deep a search must look before it plays the right move.
export const puzzleGrades = ["easy", "medium", "hard"] as const;
export type PuzzleGrade = (typeof puzzleGrades)[number];

export function puzzleGrade({ plies }: { plies: number }): PuzzleGrade {
  return plies <= 3 ? "easy" : plies <= 5 ? "medium" : "hard";
}
