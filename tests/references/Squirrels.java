// Squirrels as a student writes it in Java: immutable boards as strings, one method per kind of node.
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class Squirrels {
    static final int ENDLESS = 1 << 29;
    final int[] values = new int[25];
    char me;
    int depth;
    boolean pruning;
    StringBuilder log;
    String chosen;

    static char foe(char player) {
        return player == 'X' ? 'O' : 'X';
    }

    static int[] near(int square) {
        List<Integer> list = new ArrayList<>();
        if (square > 4) list.add(square - 5);
        if (square % 5 != 0) list.add(square - 1);
        if (square % 5 != 4) list.add(square + 1);
        if (square < 20) list.add(square + 5);
        return list.stream().mapToInt(Integer::intValue).toArray();
    }

    static String after(String board, int square, char player) {
        char[] cells = board.toCharArray();
        cells[square] = player;
        boolean raid = false;
        for (int other : near(square)) raid |= board.charAt(other) == player;
        for (int other : near(square)) if (raid && cells[other] == foe(player)) cells[other] = player;
        return new String(cells);
    }

    int worth(String board) {
        int total = 0;
        for (int i = 0; i < 25; ++i) {
            if (board.charAt(i) == me) total += values[i];
            if (board.charAt(i) == foe(me)) total -= values[i];
        }
        return total;
    }

    static String text(int value) {
        return value >= ENDLESS ? "Infinity" : value <= -ENDLESS ? "-Infinity" : Integer.toString(value);
    }

    void write(String name, int ply, int value, int alpha, int beta) {
        if (log == null) return;
        log.append(name).append(',').append(ply).append(',').append(text(value));
        if (pruning) log.append(',').append(text(alpha)).append(',').append(text(beta));
        log.append('\n');
    }

    static String name(int square) {
        return "" + (char) ('A' + square % 5) + (square / 5 + 1);
    }

    int max(String board, String name, int ply, int alpha, int beta) {
        if (ply == depth || board.indexOf('*') < 0) return leaf(board, name, ply, alpha, beta);
        int value = -ENDLESS;
        write(name, ply, value, alpha, beta);
        for (int square = 0; square < 25; ++square) {
            if (board.charAt(square) != '*') continue;
            String child = after(board, square, me);
            int got = min(child, name(square), ply + 1, alpha, beta);
            if (got > value) {
                value = got;
                if (ply == 0) chosen = child;
            }
            if (pruning && value >= beta) {
                write(name, ply, value, alpha, beta);
                return value;
            }
            if (pruning) alpha = Math.max(alpha, value);
            write(name, ply, value, alpha, beta);
        }
        return value;
    }

    int min(String board, String name, int ply, int alpha, int beta) {
        if (ply == depth || board.indexOf('*') < 0) return leaf(board, name, ply, alpha, beta);
        int value = ENDLESS;
        write(name, ply, value, alpha, beta);
        for (int square = 0; square < 25; ++square) {
            if (board.charAt(square) != '*') continue;
            value = Math.min(value, max(after(board, square, foe(me)), name(square), ply + 1, alpha, beta));
            if (pruning && value <= alpha) {
                write(name, ply, value, alpha, beta);
                return value;
            }
            if (pruning) beta = Math.min(beta, value);
            write(name, ply, value, alpha, beta);
        }
        return value;
    }

    int leaf(String board, String name, int ply, int alpha, int beta) {
        int value = worth(board);
        write(name, ply, value, alpha, beta);
        return value;
    }

    String move(String board, char player, int algorithm, int plies) {
        me = player;
        pruning = algorithm == 3;
        depth = algorithm == 1 ? 1 : plies;
        max(board, "root", 0, -ENDLESS, ENDLESS);
        return chosen;
    }

    static String rows(String board) {
        StringBuilder out = new StringBuilder();
        for (int row = 0; row < 25; row += 5) out.append(board, row, row + 5).append('\n');
        return out.toString();
    }

    public static void main(String[] arguments) throws IOException {
        String[] words = Files.readString(Path.of(arguments[1])).trim().split("\\s+");
        int task = Integer.parseInt(words[0]);
        int at = task == 4 ? 7 : 3;
        Squirrels game = new Squirrels();
        for (int i = 0; i < 25; ++i) game.values[i] = Integer.parseInt(words[at + i]);
        String board = String.join("", List.of(words).subList(at + 25, at + 30));
        if (task == 4) {
            StringBuilder out = new StringBuilder();
            for (int turn = 0; board.indexOf('*') >= 0; ++turn) {
                int first = 1 + turn % 2 * 3;
                int algorithm = Integer.parseInt(words[first + 1]);
                board = game.move(board, words[first].charAt(0), algorithm, Integer.parseInt(words[first + 2]));
                out.append(rows(board));
            }
            Files.writeString(Path.of("trace_state.txt"), out.toString());
            return;
        }
        if (task > 1) game.log = new StringBuilder(task == 3 ? "Node,Depth,Value,Alpha,Beta\n" : "Node,Depth,Value\n");
        board = game.move(board, words[1].charAt(0), task, Integer.parseInt(words[2]));
        Files.writeString(Path.of("next_state.txt"), rows(board));
        if (task > 1) Files.writeString(Path.of("traverse_log.txt"), game.log.toString());
    }
}
