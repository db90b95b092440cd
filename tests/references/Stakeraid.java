// Stake & Raid as a student writes it in Java: a two-dimensional board with a border, copied for every move.
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class Stakeraid {
    static int size;
    static int[][] values;
    static char me;
    static boolean pruning;
    static int bestRow, bestColumn;
    static boolean bestRaid;

    static char foe(char player) {
        return player == 'X' ? 'O' : 'X';
    }

    static boolean touches(char[][] board, int r, int c, char player) {
        return board[r - 1][c] == player || board[r + 1][c] == player || board[r][c - 1] == player || board[r][c + 1] == player;
    }

    static char[][] after(char[][] board, int r, int c, boolean raid, char player) {
        char[][] copy = new char[size + 2][];
        for (int i = 0; i < size + 2; ++i) copy[i] = board[i].clone();
        copy[r][c] = player;
        int[][] steps = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
        for (int[] step : steps) {
            if (raid && copy[r + step[0]][c + step[1]] == foe(player)) copy[r + step[0]][c + step[1]] = player;
        }
        return copy;
    }

    static int score(char[][] board) {
        int total = 0;
        for (int r = 1; r <= size; ++r) {
            for (int c = 1; c <= size; ++c) {
                if (board[r][c] == me) total += values[r][c];
                if (board[r][c] == foe(me)) total -= values[r][c];
            }
        }
        return total;
    }

    /** Negamax: the value for the player to move. */
    static int search(char[][] board, char player, int depth, int alpha, int beta, boolean root) {
        int best = Integer.MIN_VALUE;
        if (depth > 0) {
            for (int pass = 0; pass < 2; ++pass) {
                for (int r = 1; r <= size; ++r) {
                    for (int c = 1; c <= size; ++c) {
                        if (board[r][c] != '.' || (pass == 1 && !touches(board, r, c, player))) continue;
                        int got = -search(after(board, r, c, pass == 1, player), foe(player), depth - 1, -beta, -alpha, false);
                        if (got > best) {
                            best = got;
                            if (root) {
                                bestRow = r;
                                bestColumn = c;
                                bestRaid = pass == 1;
                            }
                        }
                        if (pruning) alpha = Math.max(alpha, best);
                        if (pruning && alpha >= beta) return best;
                    }
                }
            }
        }
        if (best != Integer.MIN_VALUE) return best;
        return player == me ? score(board) : -score(board);
    }

    public static void main(String[] arguments) throws IOException {
        String[] words = Files.readString(Path.of("input.txt")).trim().split("\\s+");
        size = Integer.parseInt(words[0]);
        pruning = words[1].equals("ALPHABETA");
        me = words[2].charAt(0);
        values = new int[size + 2][size + 2];
        char[][] board = new char[size + 2][size + 2];
        for (char[] row : board) java.util.Arrays.fill(row, '#');
        for (int r = 1; r <= size; ++r) {
            for (int c = 1; c <= size; ++c) {
                values[r][c] = Integer.parseInt(words[4 + (r - 1) * size + c - 1]);
                board[r][c] = words[4 + size * size + r - 1].charAt(c - 1);
            }
        }
        search(board, me, Integer.parseInt(words[3]), -1000000, 1000000, true);
        board = after(board, bestRow, bestColumn, bestRaid, me);
        StringBuilder out = new StringBuilder();
        out.append((char) ('A' + bestColumn - 1)).append(bestRow).append(bestRaid ? " Raid\n" : " Stake\n");
        for (int r = 1; r <= size; ++r) out.append(board[r], 1, size).append('\n');
        Files.writeString(Path.of("output.txt"), out.toString());
    }
}
